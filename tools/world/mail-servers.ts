import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../server/test/free-port.ts'
import { startDovecot } from './dovecot.ts'
import { asRoot, DOMAINS, daemon, inNamespace, LOGIN, type MailProgram, type Wiring } from './mail-process.ts'
import { unpackedDebian } from './row.ts'

const TLS = ({ folder }: Wiring) => ({ cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') })

const postfix = asRoot(unpackedDebian('postfix', 'Postfix'))
const exim = asRoot(unpackedDebian('exim4-daemon-light', 'Exim'))
const opensmtpd = asRoot(unpackedDebian('opensmtpd', 'OpenSMTPD'))

export const mailPrograms: Record<'postfix' | 'exim' | 'opensmtpd', MailProgram> = {
  postfix: {
    program: postfix,
    layers: [postfix.folder],
    users: ['postfix', 'postdrop'],
    start: (wiring) => {
      const { ports, folder, intake } = wiring
      const { readers, away, returns } = DOMAINS
      writeFileSync(
        join(folder, 'main.cf'),
        `compatibility_level = 3.6
queue_directory = /var/spool/postfix
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
data_directory = /var/lib/postfix
mail_owner = postfix
setgid_group = postdrop
myhostname = mx.postfix.example
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
maillog_file = /var/log/postfix.log
relay_domains = ${readers}, ${away}, ${returns}
transport_maps = inline:{ { ${readers} = lmtp:inet:127.0.0.1:${ports.lmtp} }, { ${away} = smtp:[127.0.0.1]:${ports.away} }, { ${returns} = intake: } }
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:${ports.auth}
smtpd_tls_security_level = may
smtpd_tls_auth_only = yes
smtpd_tls_cert_file = ${TLS(wiring).cert}
smtpd_tls_key_file = ${TLS(wiring).key}
smtpd_recipient_restrictions = check_recipient_access inline:{ { refused@${readers} = 550 5.1.1 User unknown } }, permit_sasl_authenticated, reject_unauth_destination
smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
delay_warning_time = 2s
queue_run_delay = 2s
minimal_backoff_time = 2s
maximal_backoff_time = 2s
maximal_queue_lifetime = 9s
bounce_queue_lifetime = 60s
`,
      )
      const daemon = (name: string, type = 'unix', wake = '-', most = '-', command = name) =>
        `${name} ${type} n - n ${wake} ${most} ${command}`
      writeFileSync(
        join(folder, 'master.cf'),
        [
          `127.0.0.1:${ports.smtp} inet n - n - - smtpd`,
          daemon('pickup', 'unix', '60', '1'),
          daemon('cleanup', 'unix', '-', '0'),
          daemon('qmgr', 'unix', '2', '1'),
          'tlsmgr unix - - n 1000? 1 tlsmgr',
          'rewrite unix - - n - - trivial-rewrite',
          ...['bounce', 'defer', 'trace'].map((name) => `${name} unix - - n - 0 bounce`),
          'verify unix - - n - 1 verify',
          'flush unix n - n 1000? 0 flush',
          'proxymap unix - - n - - proxymap',
          ...['smtp', 'lmtp', 'error', 'discard'].map((name) => `${name} unix - - n - - ${name}`),
          'retry unix - - n - - error',
          'anvil unix - - n - 1 anvil',
          'scache unix - - n - 1 scache',
          'postlog unix-dgram n - n - 1 postlogd',
          `intake unix - n n - 1 pipe user=nobody argv=${intake}`,
          '',
        ].join('\n'),
      )
      return `rm -rf /var/spool/postfix /var/lib/postfix && mkdir /var/spool/postfix /var/lib/postfix && chown postfix /var/lib/postfix
cp ${folder}/main.cf ${folder}/master.cf /etc/postfix/
exec postfix start-fg`
    },
  },
  exim: {
    program: exim,
    layers: [exim.folder],
    users: ['Debian-exim'],
    start: (wiring) => {
      const { ports, folder, intake } = wiring
      const { readers, away, returns } = DOMAINS
      writeFileSync(
        join(folder, 'exim.conf'),
        `primary_hostname = mx.exim.example
spool_directory = /var/spool/exim4
log_file_path = /var/log/exim4/%slog
daemon_smtp_ports = ${ports.smtp}
local_interfaces = 127.0.0.1
tls_advertise_hosts = *
tls_certificate = ${TLS(wiring).cert}
tls_privatekey = ${TLS(wiring).key}
acl_smtp_rcpt = rcpt
delay_warning = 2s
queue_run_max = 5
begin acl
rcpt:
  deny local_parts = refused
       message = User unknown
  defer local_parts = grey
       !seen = 1s / key=$local_part
       message = Greylisted, try again later
  accept authenticated = *
  accept domains = ${readers} : ${away} : ${returns}
  deny message = relay not permitted
begin routers
intake:
  driver = accept
  domains = ${returns}
  transport = intake
readers:
  driver = manualroute
  domains = ${readers}
  transport = readers
  route_list = * 127.0.0.1
  self = send
away:
  driver = manualroute
  domains = ${away}
  transport = away
  route_list = * 127.0.0.1
  self = send
begin transports
intake:
  driver = pipe
  command = ${intake}
  user = nobody
  temp_errors = *
  return_output
readers:
  driver = smtp
  protocol = lmtp
  port = ${ports.lmtp}
  allow_localhost
away:
  driver = smtp
  port = ${ports.away}
  allow_localhost
begin retry
* * F,9s,2s
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{${LOGIN.user}}}{eq{$auth3}{${LOGIN.password}}}}}
  server_set_id = $auth2
  server_advertise_condition = \${if def:tls_in_cipher}
`,
      )
      return `mkdir -p /var/spool/exim4 /var/log/exim4 /etc/exim4 && chown Debian-exim /var/spool/exim4 /var/log/exim4
cp ${folder}/exim.conf /etc/exim4/exim4.conf && chmod 644 /etc/exim4/exim4.conf
exec exim4 -bdf -q2s`
    },
  },
  opensmtpd: {
    program: opensmtpd,
    layers: [opensmtpd.folder],
    users: ['opensmtpd', 'opensmtpq'],
    start: (wiring) => {
      const { ports, folder, intake } = wiring
      const { readers, away, returns } = DOMAINS
      writeFileSync(
        join(folder, 'smtpd.conf'),
        `pki shop cert "/etc/mx.cert"
pki shop key "/etc/mx.key"
table all { "@" = nobody }
table refused { "refused@${readers}" }
queue ttl 9s
bounce warn-interval 2s
listen on 127.0.0.1 port ${ports.smtp} hostname mx.opensmtpd.example
listen on 127.0.0.1 port ${ports.tls} tls pki shop hostname mx.opensmtpd.example
action "readers" relay host "lmtp://127.0.0.1:${ports.lmtp}"
action "away" relay host "smtp+notls://127.0.0.1:${ports.away}"
action "intake" mda "${intake}" virtual <all>
match from any for rcpt-to <refused> reject
match from any for domain "${returns}" action "intake"
match from any for domain "${away}" action "away"
match from any for domain "${readers}" action "readers"
`,
      )
      return `cp ${TLS(wiring).cert} /etc/mx.cert && cp ${TLS(wiring).key} /etc/mx.key && chmod 600 /etc/mx.key
mkdir -p /var/lib/opensmtpd/empty /var/spool/smtpd && chmod 711 /var/spool/smtpd && chown root:root /var/lib/opensmtpd/empty && chmod 755 /var/lib/opensmtpd/empty
cp ${folder}/smtpd.conf /etc/smtpd.conf && chmod 644 /etc/smtpd.conf
exec smtpd -d -F -f /etc/smtpd.conf`
    },
  },
}

/** Starts a mail server and, behind it, Dovecot with mailboxes for these readers. */
export async function startMailWorld(
  name: keyof typeof mailPrograms,
  { readers, intakeUrl, smtp }: { readers: string[]; intakeUrl: string; smtp: number },
) {
  const folder = mkdtempSync(join(tmpdir(), `world-${name}-`))
  execFileSync('chmod', ['755', folder])
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
  const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', '/CN=mx.shop.example', ...files]
  execFileSync('openssl', ['req', ...made], { stdio: 'pipe' })
  execFileSync('chmod', ['644', join(folder, 'key.pem')])
  const [lmtp, auth, away, tls] = [await freePort(), await freePort(), await freePort(), await freePort()]
  const ports = { smtp, lmtp, auth, away, tls }
  const posted = join(folder, 'posted')
  mkdirSync(posted)
  execFileSync('chmod', ['777', posted])
  // As docs/watching.md says, with a copy for the run.
  writeFileSync(
    join(folder, 'intake.sh'),
    `file=$(mktemp ${posted}/XXXXXX) && cat > $file && exec curl -sS --fail --data-binary @- ${intakeUrl} < $file\n`,
  )
  const wiring = { ports, folder, intake: `/bin/sh ${join(folder, 'intake.sh')}` }
  const boxes = await startDovecot(wiring, readers)
  const program = mailPrograms[name]
  const script = inNamespace(folder, program, program.start(wiring))
  const running = await daemon('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', script], [smtp]).catch(
    async (error) => {
      await boxes.stop()
      throw error
    },
  )
  return {
    port: smtp,
    tlsPort: tls,
    inbox: boxes.inbox,
    /** Returns the sources of the mails that were passed to the shop's intake. */
    posted: () => readdirSync(posted).map((name) => readFileSync(join(posted, name), 'utf8')),
    log: () => `${running.output()}\n${boxes.log()}`,
    async stop() {
      await running.stop()
      await boxes.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

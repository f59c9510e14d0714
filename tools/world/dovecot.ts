import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asRoot, DOMAINS, daemon, LOGIN, type Wiring } from './mail-process.ts'
import { debian } from './row.ts'

export const sieve = asRoot(debian('dovecot-sieve', 'Dovecot Sieve'))

/** Sieve scripts of readers, by the beginning of their address; others get their mail. */
const SCRIPTS = {
  vacation:
    'require "vacation";\nvacation :days 1 :subject "मैं छुट्टी पर हूँ" "I am away until Monday. Say STOP to nobody. 550 is my room.";\n',
  reject: 'require "reject";\nreject "I do not want letters of shops.";\n',
  discard: 'discard;\n',
}

/** Starts Dovecot with the mailboxes of readers (LMTP, quota, Sieve) and a login service; its own mail leaves by the port `smtp`. */
export async function startDovecot({ ports, folder }: Wiring, readers: string[]) {
  const base = join(folder, 'dovecot')
  for (const name of ['run', 'mail', 'sieve']) mkdirSync(join(base, name), { recursive: true })
  const owner = execFileSync('id', ['-u', 'mail'], { encoding: 'utf8' }).trim()
  writeFileSync(
    join(base, 'users'),
    readers
      .map((local) => {
        const home = join(base, 'mail', local)
        const script = Object.entries(SCRIPTS).find(([name]) => local.startsWith(name))
        if (script) writeFileSync(join(base, 'sieve', `${local}.sieve`), script[1])
        const own = script ? ` userdb_sieve=${join(base, 'sieve', `${local}.sieve`)}` : ''
        const full = local.startsWith('full') ? ' userdb_quota_rule=*:bytes=1' : ''
        return `${local}@${DOMAINS.readers}:{PLAIN}none:mail:mail::${home}::userdb_mail=maildir:${home}${own}${full}`
      })
      .join('\n'),
  )
  writeFileSync(join(base, 'logins'), `${LOGIN.user}:{PLAIN}${LOGIN.password}\n`)
  writeFileSync(
    join(base, 'dovecot.conf'),
    `base_dir = ${join(base, 'run')}
state_dir = ${join(base, 'run')}
log_path = ${join(base, 'log')}
protocols = lmtp
hostname = mx.reader.example
postmaster_address = postmaster@${DOMAINS.readers}
submission_host = 127.0.0.1:${ports.smtp}
ssl = no
first_valid_uid = ${owner}
mail_uid = mail
mail_gid = mail
listen = 127.0.0.1
auth_mechanisms = plain login
auth_username_chars =
lmtp_save_to_detail_mailbox = no
mail_plugins = quota
plugin {
  quota = maildir:User quota
  sieve_vacation_send_from_recipient = yes
}
passdb {
  driver = passwd-file
  args = ${join(base, 'logins')}
}
userdb {
  driver = passwd-file
  args = ${join(base, 'users')}
}
protocol lmtp {
  mail_plugins = quota sieve
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${ports.lmtp}
  }
}
service auth {
  inet_listener {
    address = 127.0.0.1
    port = ${ports.auth}
  }
}
`,
  )
  execFileSync('chown', ['-R', 'mail:mail', join(base, 'mail'), join(base, 'sieve')])
  const running = await daemon('/usr/sbin/dovecot', ['-F', '-c', join(base, 'dovecot.conf')], [ports.lmtp, ports.auth])
  return {
    /** Returns the sources of the mails in a reader's inbox. */
    inbox(local: string): Buffer[] {
      const home = join(base, 'mail', local)
      const found = execFileSync('sh', ['-c', `ls ${home}/new/* ${home}/cur/* 2>/dev/null || true`], {
        encoding: 'utf8',
      })
      return found
        .split('\n')
        .filter(Boolean)
        .map((file) => readFileSync(file))
    },
    log: () => readFileSync(join(base, 'log'), 'utf8'),
    stop: running.stop,
  }
}

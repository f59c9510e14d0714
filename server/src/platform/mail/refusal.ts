/**
 * Names what a refused or returned email means for its address. `dead`: no such mailbox or host, moved, or a host that accepts no mail.
 * `refused`: the receiver's rules about the sender, the text or the pace. `passing`: the next email may arrive.
 */
export type Verdict = 'dead' | 'refused' | 'passing'

/** Enhanced codes (RFC 3463, 5248, 7372, 7505), most exact first. A code that is absent, such as 5.1.0, says too little. */
const CODES: [RegExp, Verdict][] = [
  [/^[24]\./, 'passing'],
  [/^5\.1\.(1|2|3|6|10)$/, 'dead'],
  [/^5\.1\.[78]$/, 'refused'],
  [/^5\.1\.[459]$/, 'passing'],
  [/^5\.2\.1$/, 'dead'],
  [/^5\.2\.[234]$/, 'passing'],
  [/^5\.3\.[1-6]$/, 'passing'],
  [/^5\.4\.(4|310)$/, 'dead'],
  [/^5\.4\.\d+$/, 'passing'],
  [/^5\.5\.[1-6]$/, 'refused'],
  [/^5\.6\.\d+$/, 'refused'],
  [/^5\.7\.(13|17|18)$/, 'dead'],
  [/^5\.7\.\d+$/, 'refused'],
]

/** Basic codes (RFC 5321, 7504) of an answer without an enhanced one. */
const BASICS: Record<string, Verdict> = {
  521: 'dead',
  550: 'dead',
  551: 'dead',
  552: 'passing',
  553: 'dead',
  556: 'dead',
}

/** Blames the sender: its address, its server, its authentication, a list. It comes first, since it may name an unknown user or host. */
const SENDER = [
  /\bsender('s)?( e-?mail)? (address|domain|verif|ip\b|host|id\b|policy|not|is not|was not|has been|rejected|denied|blocked|unknown|must|and)/i,
  /\bsender ?not|unauthenticated|not authenticated/i,
  /\b(domain|host) of (the )?sender|verify(ing)? (the )?sender|sender.{0,30}does(n.t| not) (exist|resolve)/i,
  /\b(helo|ehlo)\b|client host rejected|envelope (sender|from)/i,
  /(not (allowed|authori[sz]ed|permitted)|unauthori[sz]ed|no permission) to (send|relay|use)/i,
  /\byour (ip|host|hostname|mail ?server|server|domain|network|email server)\b.{0,60}\b(requires|listed|reject|block|banned|denied|refused|reputation|poor|spam|not|fail)/i,
  /\byour account\b.{0,40}\b(suspended|disabled|blocked|verified)/i,
  /\breverse.?dns|\brdns\b|\bptr\b|find your (reverse )?hostname|mismatch(es)? client|client.{0,20}mismatch/i,
  /black.?list|block.?list|\b(dns|r)bl\b|spamhaus|spamcop|barracuda|sorbs|\b(is|are|was|been|currently|ip) listed\b/i,
  /blocked (using|by)/i,
  /\b(spf|dkim|dmarc)\b|\breputation\b/i,
  /too many (invalid|unknown|bad|wrong)/i,
]

/** Passes: a full mailbox, a large letter, a pace, a wait that ended, a loop, a fault of their system. */
const PASSING = [
  /\bover.?(the )?(its |their )?(disk )?(quota|limit)/i,
  /(quota|storage|space|disk|mailbox size)[^.;]{0,40}(exceed|full|exhausted|over|reached)/i,
  /exceed[^.;]{0,40}(quota|storage|space|allocat)|(reached|over) [^.;]{0,20}quota|quota violation/i,
  /out of (storage|space)|insufficient (system )?(storage|space|disk)|not enough (storage|space)/i,
  /\b(mailbox|mail box|inbox|account|user|recipient|maildrop|mailfolder)('s)?\b[^.;]{0,40}\b(is |are )?full\b/i,
  /\bfull (mailbox|inbox)|mailbox_?full/i,
  /(message|mail|size|length)[^.;]{0,40}(too (big|large|long)|exceeds?|larger than|over the (maximum|limit))/i,
  /(size|length) (limit|exceed)|exceeds?[^.;]{0,30}\b(size|length)|too (big|large)\b/i,
  /receiving (e?mail|messages?) (at a rate|too)|rate.?limit/i,
  /too (fast|quickly|many (messages|e?mails|connections|sessions|concurrent|recipients|requests))|throttl/i,
  /\bgr[ea]y.?list/i,
  /\bexpired\b(?! (account|mailbox|user|domain))|retry time(out)?|retry timeout exceeded|timed? ?out/i,
  /time.?limit exceeded|(for|after|within) (the last |more than |over )?\d+(\.\d+)? ?(day|hour|minute|attempt)/i,
  /after (several|multiple|repeated|many) (attempts|tries)|been (trying|on the queue|in the queue)/i,
  /too long (in|on) the queue|has been in the queue|failed \d+ attempts|failing for a long time|delivery time/i,
  /too many hops|hop ?count|\bloop(s|ing|ed)?\b|mail ?loop|routing loop/i,
  /points? (back )?to (myself|local host|localhost|us|itself)|config error/i,
  /malformed (or unexpected )?name|query failed|server ?fail|lookup (failed|failure|problem)/i,
  /did(n.t| not) accept our requests|(,|later|please) try again|try again (later|in)|temporar(y|ily)/i,
  /(no connection|connection (refused|reset|timed|closed|lost|dropped|failed))|closed the connection/i,
  /(could(n.t| not)|unable to|can(not|.t)|failed to) (establish[^.;]{0,30} |make[^.;]{0,20} )?connect/i,
  /network is unreachable|(host|server)[^.;]{0,30}(unreachable|not respond|down|busy|offline)|no route to/i,
  /internal (server |software )?error|system (error|problem|failure|resources)|misconfigur|under maintenance/i,
  /resources (temporarily )?unavailable/i,
  /will (be retried|retry|keep trying|continue)|warning message only|still (being|trying)|not yet been delivered/i,
]

const oneOf = (...words: string[]) => `(${words.join('|')})`
const MAILBOX = oneOf(
  ...[
    'user',
    'recipients?',
    'rcpt',
    'mail ?box',
    'account',
    'address(?! (error|format))',
    'addressee',
    'alias',
    'inbox',
  ],
  ...['person', 'customer', 'subscriber', 'e-?mail', 'login', 'destination'],
)
const HOST = oneOf('domain', 'host', 'name')
const UNKNOWN = oneOf(
  ...['unknown', 'does(n.t| not) exist', 'did(n.t| not) exist', 'do(n.t| not) exist', 'non-?existent', 'no longer'],
  ...['(not|n.t) (be )?(found|known|listed|recogni[sz]ed|registered)'],
  ...['(not|n.t) (a )?(valid|exist|active|local|here|our customer|in (the )?directory|on this)', 'has expired'],
)
const CLOSED = oneOf(
  ...[
    'disabled',
    'deactivated',
    'inactive',
    'discontinued',
    'suspended',
    'closed',
    'deleted',
    'terminated',
    'cancell?ed',
  ],
  ...['removed', 'has (moved|left|(been )?changed)', '(un|not )available', 'unrout(e)?able'],
)

/** Names the reader's mailbox, or its host. */
const GONE = [
  new RegExp(
    `${oneOf('no such', 'unknown', 'in ?valid', 'non-?existent', 'no valid', 'not an? (known|valid|active)', 'undeliverable', 'unroute?able', 'bad', 'undefined', 'wrong')} (local |destination )?${oneOf(MAILBOX, HOST)}\\b`,
    'i',
  ),
  new RegExp(`\\b(inactive|disabled|deactivated) (local )?${MAILBOX}`, 'i'),
  new RegExp(`\\b${MAILBOX}('s)?\\b[^.;]{0,50}\\b${oneOf(UNKNOWN, CLOSED)}`, 'i'),
  new RegExp(`\\b${HOST}('s)?( or domain name)?\\b[^.;]{0,50}\\b${UNKNOWN}`, 'i'),
  /no (such )?mailbox (here|by|for|found)/i,
  /no (such )?(user|recipient|one|account|person) (here|by (that|this) name|with)/i,
  /does(n.t| not) have an? .{1,60} account|not listed in|recipient ?not ?found|not found by smtp address lookup/i,
  /no (valid|acceptable) recipients|mailbox (unavailable|not available|not found)/i,
  /couldn.t find .{0,40}(user|recipient|mailbox)|account (has been|is|was) (disabled|suspended|closed|deactivated)/i,
  /invalid recipient|(bad|unknown|illegal) (recipient|alias)/i,
  /(recipient |user |\bmailbox )?address (was |is |has been )?rejected *($|[.<([,]|: *(access denied|undeliverable|user|unknown|no such|invalid|not found|mailbox))/i,
  /rejected: (access denied|undeliverable address)|recipient (was |is )?rejected *($|[.([])/i,
  /n'existe pas|no existe|existiert nicht|final delivery (userid|point)/i,
  /no longer (works?|here|employed|with (us|the)|accept|valid|in use|monitored|active|available|exists?|used)/i,
  /\b(has|have|user) moved|new address is|please (use|update)[^.;]{0,30}new[^.;]{0,20}address/i,
  /host (or domain name )?(is )?(unknown|not found)|unknown (host|domain)|nonexistentdomain|nx ?domain/i,
  /no such (domain|host)|name service error|could(n.t| not) find (any )?(host|domain|a mail)/i,
  /no (valid )?(mx|mail ?exchanger)|non-?existent hosts?|domain (has|with) no/i,
  /mailbox name (is )?not allowed|does not accept (any )?(e?-?mail|messages|smtp)|no smtp service|null mx|bad destination (system|mailbox)/i,
]

/** Blames the letter or a rule of the receiver; it weighs less than a code. */
const RULES = [
  /\bspam|junk|bulk|unsolicited|virus|malware|infected|phish|suspicious|abuse|filter|content|attachment/i,
  /polic(y|ies)|\bblock|\bban(ned)?\b|reject|refus|\bden(y|ied|ies)|prohibit|forbidden|restrict|violat|security/i,
  /not (allowed|permitted|accept|authori[sz]ed)|unauthori[sz]ed|unaccept|administrativ|relay|access|protocol/i,
]

/** `5.0.0`, and numbers that providers put in its place. */
const SAYS_NOTHING = /^\d\.0\./
const ENHANCED = /(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?!\.?\d)/g
const BASIC = /(?:^|[\s:;'"(<>\]])([45]\d\d)(?=[\s:;\-,#]|$)/g

/**
 * Judges a failure by its enhanced code and the server's words: words that name the mailbox or blame the sender, then the first code that says
 * something, then rules, then basic codes. An address that a server tries again is never dead. Returns undefined where nothing says what failed.
 */
export function judgeRefusal(status: string, answer: string): Verdict | undefined {
  // An address or a link may hold any word.
  const words = answer
    .replace(/\bhttps?:\/\/\S+/gi, ' ')
    .replace(/<?[^\s<>"'(=:;]+@[^\s<>"')]+/g, ' @ ')
    .replace(/\s+/g, ' ')
  const enhanced = [...enhancedOf(status), ...enhancedOf(answer)]
  const code = enhanced.find((one) => !SAYS_NOTHING.test(one)) ?? enhanced[0]
  const basics = [...answer.matchAll(BASIC)].map(([, basic = '']) => basic)
  if (code?.startsWith('4.')) return 'passing'
  const match = (forms: readonly RegExp[]) => forms.some((form) => form.test(words))
  const named = match(SENDER) ? 'refused' : match(PASSING) ? 'passing' : match(GONE) ? 'dead' : undefined
  const verdict = named ?? codeOf(code) ?? (match(RULES) ? 'refused' : basicOf(basics, code))
  return verdict === 'dead' && basics[0]?.startsWith('4') ? 'passing' : verdict
}

const codeOf = (code = ''): Verdict | undefined => CODES.find(([form]) => form.test(code))?.[1]

function basicOf([basic]: string[], code = '5.0.0'): Verdict | undefined {
  if (basic === undefined) return SAYS_NOTHING.test(code) ? undefined : 'refused'
  return basic.startsWith('4') ? 'passing' : (BASICS[basic] ?? 'refused')
}

const enhancedOf = (text: string): string[] => [...text.matchAll(ENHANCED)].map(([code]) => code)

const SCRIPTS = [0x900, 0x980, 0xa00, 0xa80, 0xb00, 0xc00, 0xc80, 0xd00]
const sign = (script: number, place: number) => String.fromCodePoint(script + place)
const escaped = (script: number, place: number) => `\\u${(script + place).toString(16).padStart(4, '0')}`

const digits = [...SCRIPTS, 0xb80].map((script) =>
  Array.from({ length: 10 }, (_, n) => sign(script, 0x66 + n)).join(''),
)
const FROM = `${SCRIPTS.map((script) => sign(script, 1)).join('')}\u0a70${digits.join('')}`
const TO = `${SCRIPTS.map((script) => sign(script, 2)).join('')}\u0a02${'0123456789'.repeat(digits.length)}`

/** Accents, nuktas, and what nobody sees: soft hyphens, joiners, bidi marks, tags, fillers. */
const DROPPED = [
  '\\u0300-\\u036f',
  ...SCRIPTS.map((script) => escaped(script, 0x3c)),
  '\\u00ad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u115f\\u1160\\u180e\\u200b-\\u200f\\u202a-\\u202e',
  '\\u2060-\\u2064\\u2066-\\u206f\\u3164\\ufeff\\ufff9-\\ufffb\\uffa0\\U000e0001\\U000e0020-\\U000e007f',
].join('')

/** A nasal before a stop becomes an anusvara; most texts are of one script. */
const steps = SCRIPTS.map((script) => {
  const nasals = [0x19, 0x1e, 0x23, 0x28, 0x2e].map((place) => escaped(script, place)).join('')
  const stops = `${escaped(script, 0x15)}-${escaped(script, 0x2e)}`
  return `if position('${sign(script, 0x4d)}' in folded) > 0 then
    folded := regexp_replace(folded, '[${nasals}]${escaped(script, 0x4d)}([${stops}])', '${sign(script, 2)}\\1', 'g');
  end if;`
})

/**
 * `search_fold` is the contract’s `fold` in the database: one spelling of what people type, for every search. Text of ASCII, whose bytes are
 * as many as its letters, needs small letters alone. The indexes find a part of a folded text.
 */
export const up = `
create function search_fold(typed text) returns text language plpgsql immutable strict parallel safe as $fold$
declare folded text;
begin
  if octet_length(typed) = length(typed) then
    return lower(typed);
  end if;
  folded := regexp_replace(normalize(typed, NFKD), '[${DROPPED}]', '', 'g');
  folded := translate(lower(folded), '${FROM}', '${TO}');
  ${steps.join('\n  ')}
  return folded;
end $fold$;
create index users_name_fold on users using gin (search_fold(name) gin_trgm_ops) where deleted_at is null;
create index users_email_fold on users using gin (search_fold(email) gin_trgm_ops) where deleted_at is null;
create index courses_name_fold on courses using gin (search_fold(name) gin_trgm_ops);
create index activity_words_fold on activity using gin (search_fold(coalesce(target_name, '') || ' ' || admin_email || ' ' || call) gin_trgm_ops);
`

export const down = `
drop index activity_words_fold;
drop index courses_name_fold;
drop index users_email_fold;
drop index users_name_fold;
drop function search_fold;
`

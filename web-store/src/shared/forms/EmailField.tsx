import { type ComponentProps, useState } from 'react'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'

/** Usual slips in the names of mailboxes, by the name that was meant. */
const NAMES: readonly [string, RegExp][] = [
  ['gmail', /^(gmial|gmal|gmai|gamil|gnail|gmil|gmaill|ggmail|gmsil|gimail|gmali|gmeil|gmaik)$/],
  ['yahoo', /^(yaho|yahooo|yhaoo|yhoo|yahho)$/],
  ['hotmail', /^(hotmial|hotmal|hotmai|hotamil|hotmil)$/],
  ['outlook', /^(outlok|outloo|outlokk|outlookk|oulook)$/],
  ['rediffmail', /^(redifmail|rediffmal|reddiffmail|rediffmai|redifffmail)$/],
]
const ENDING = /^\.?(com?|con|cm|om|comm|cpm|vom|cim|coom)?\.?$/

/** Returns the domain that an address with a usual slip meant; undefined for any other, also a domain of its own. */
export function likelyDomain(email: string): string | undefined {
  const [, name = '', ending = ''] = /^[^@\s]+@([a-z]+)([a-z.]*)$/.exec(email.trim().toLowerCase()) ?? []
  const [meant] = NAMES.find(([right, slips]) => right === name || slips.test(name)) ?? []
  if (!meant) return undefined
  const isRight = meant === name && (ending === '.com' || !ENDING.test(ending))
  // Yahoo has addresses of countries, of which a slip in the name alone is corrected.
  if (isRight || (ending !== '' && !ENDING.test(ending) && !/^\.(in|co\.in)$/.test(ending))) return undefined
  return `${meant}${ENDING.test(ending) ? '.com' : ending}`
}

/** A button that looks like a link within words. */
export const TextButton = chakra('button', {
  base: {
    color: 'action.fg',
    fontWeight: '550',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    cursor: 'pointer',
  },
})

type EmailFieldProps = Omit<Extract<ComponentProps<typeof Field>, { as?: 'input' }>, 'label' | 'value'> & {
  value: string
  put: (email: string) => void
}

/** A field for an email address, which offers what a usual slip meant, and changes nothing by itself. */
export function EmailField({ put, ...field }: EmailFieldProps) {
  const { value, readOnly } = field
  // A slip is one once the field is left.
  const [left, setLeft] = useState('')
  const domain = left === value && !readOnly ? likelyDomain(left) : undefined
  return (
    <chakra.div display="grid" gap="1.5" onBlur={() => setLeft(value)}>
      <Field type="email" label={t('Email')} required {...field} />
      <chakra.div role="status" _empty={{ display: 'none' }}>
        {domain && (
          <TextButton type="button" minH="8" onClick={() => put(`${value.trim().split('@', 1)[0]}@${domain}`)}>
            {t('Did you mean {domain}?', { domain })}
          </TextButton>
        )}
      </chakra.div>
    </chakra.div>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { WhatsappTemplate } from 'contract/whatsapp'
import type { z } from 'zod'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { rupeesText } from '../../ui/format.ts'
import { CourseSelect } from '../forms/CourseSelect.tsx'
import { FieldProblem, Help } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import type { TemplateForm } from './letter-form.ts'

type Template = z.output<typeof WhatsappTemplate>

/** The approved templates that a letter can fill; none without a connection to WhatsApp. */
export function useTemplates(): readonly Template[] {
  const { data } = useQuery(adminApi.whatsapp.templates.queryOptions({ input: {} }))
  return (data?.templates ?? []).filter(({ status, is_sendable }) => status === 'APPROVED' && is_sendable)
}

const keyOf = ({ name, language }: { name: string; language: string }) => `${name} ${language}`

type Props = {
  templates: readonly Template[]
  value: TemplateForm
  onChange: (value: TemplateForm) => void
  error: string | undefined
  /** Undefined until they are counted. */
  recipients?: number | undefined
  /** Places that the shop fills in a message about what its reader has, such as `{amount}`; without them it is news about a course. */
  places?: readonly string[] | undefined
  /** Shows the message below its values. */
  withBubble?: boolean
}

/** Chooses a template in one language, fills its values, and says what all messages cost. */
export function TemplateFields({ templates, value, onChange, error, recipients, places, withBubble }: Props) {
  const chosen = templates.find((one) => keyOf(one) === keyOf(value))
  const choose = (key: string) => {
    const next = templates.find((one) => keyOf(one) === key)
    const { name = '', language = '', body = '', parameters = [] } = next ?? {}
    onChange({ ...value, name, language, body, parameters: parameters.map((_, at) => places?.[at] ?? '') })
  }
  return (
    <>
      <Field
        as="select"
        label="Template"
        required
        value={value.name && keyOf(value)}
        onChange={({ target }) => choose(target.value)}
        help="Meta approves each template in each language. Only approved ones are here."
      >
        <option value="">Choose a template</option>
        {value.name && !chosen && <option value={keyOf(value)}>{keyOf(value)}</option>}
        {templates.map((one) => (
          <option key={keyOf(one)} value={keyOf(one)}>
            {one.name} ({one.language})
          </option>
        ))}
      </Field>
      {value.parameters.map((text, at) => (
        <Field
          // biome-ignore lint/suspicious/noArrayIndexKey: a value has its place alone
          key={at}
          label={`Value ${chosen?.parameters[at] ?? at + 1}`}
          maxLength={500}
          value={text}
          onChange={({ target }) => onChange({ ...value, parameters: value.parameters.with(at, target.value) })}
          help={at === 0 ? placeHelp(places) : undefined}
        />
      ))}
      {withBubble && value.name && <Bubble {...value} />}
      {value.name && !places && (
        <div>
          <CourseSelect
            label="About which course"
            first="No course"
            value={value.course}
            onChange={(course) => onChange({ ...value, course })}
          />
          <Help>Who has it gets no message. The button of the template leads to its page.</Help>
        </div>
      )}
      {error && <FieldProblem>{error}</FieldProblem>}
      {chosen && <CategoryHelp category={chosen.category} isOwn={places !== undefined} />}
      {chosen && <Price price={chosen.price} recipients={recipients} />}
    </>
  )
}

/** Says what the shop fills in. */
export function placeHelp(places: readonly string[] = []): string {
  const others = places.filter((place) => place !== '{name}')
  const rest = others.length > 0 ? ` The shop fills ${inWords.format(others)}, too.` : ''
  return `{name} is the first name of each reader.${rest}`
}
const inWords = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Says what a category beside utility means for a message about what its reader has. */
export const movedWords = (category: string) =>
  `Meta counts it as ${category.toLowerCase()}: it goes only to those who agreed to messages.`

/** Says who gets a message, which Meta's category decides. */
function CategoryHelp({ category, isOwn }: { category: string; isOwn: boolean }) {
  if (!isOwn) return <Help>It goes only to those who agreed to messages.</Help>
  if (category === 'UTILITY') return <Help>Meta counts it as utility: it needs no consent to news.</Help>
  return (
    <chakra.p textStyle="sm" color="buy.fg">
      {movedWords(category)}
    </chakra.p>
  )
}

function Price({ price, recipients }: { price: number | null; recipients: number | undefined }) {
  if (price === null) return <Help>Add the prices of your WhatsApp account to see the cost.</Help>
  return (
    <p>
      About {rupeesText(price)} each, before GST.
      {recipients !== undefined && ` ${recipients.toLocaleString('en-IN')} people: ${rupeesText(price * recipients)}.`}
    </p>
  )
}

/** The message as WhatsApp shows it, with the values in place. */
export function Bubble({ body, parameters }: Pick<TemplateForm, 'body' | 'parameters'>) {
  let at = 0
  const filled = body.replace(/\{\{\s*\w+\s*\}\}/g, (place) => parameters[at++] || place)
  return (
    <chakra.section aria-label="On WhatsApp" bg="bg.muted" borderRadius="l3" p="4">
      <chakra.p
        bg="bg.panel"
        borderWidth="1px"
        borderColor="border"
        borderRadius="4px 12px 12px 12px"
        px="3"
        py="2.5"
        maxW="300px"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
      >
        {filled || 'Choose a template to see the message.'}
      </chakra.p>
    </chakra.section>
  )
}

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
  recipients: number | undefined
}

/** Chooses a template in one language, fills its values, and says what all messages cost. */
export function TemplateFields({ templates, value, onChange, error, recipients }: Props) {
  const chosen = templates.find((one) => keyOf(one) === keyOf(value))
  const choose = (key: string) => {
    const next = templates.find((one) => keyOf(one) === key)
    const { name = '', language = '', body = '', parameters = [] } = next ?? {}
    onChange({ ...value, name, language, body, parameters: parameters.map(() => '') })
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
          help={at === 0 ? '{name} is the first name of each reader.' : undefined}
        />
      ))}
      {value.name && (
        <div>
          <CourseSelect
            label="About which course"
            first="No course"
            none=""
            value={value.course}
            onChange={(course) => onChange({ ...value, course })}
          />
          <Help>Who has it gets no message. The button of the template leads to its page.</Help>
        </div>
      )}
      {error && <FieldProblem>{error}</FieldProblem>}
      {chosen && <Price price={chosen.price} recipients={recipients} />}
    </>
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

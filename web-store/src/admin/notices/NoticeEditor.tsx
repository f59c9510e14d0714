import { useQueryClient } from '@tanstack/react-query'
import { type Language, languages } from 'contract/languages'
import { MOST_LINES, type NoticeLine, NoticeTexts, type OwnerNotice } from 'contract/notices/notices'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { later } from '../../ui/later.tsx'
import { Card, Stack } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem, Tools } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { RemoveButton } from '../lists/row-buttons.tsx'

const ConfirmDialog = later(() => import('../../ui/ConfirmDialog.tsx'))

const tabs = Object.entries(languages).map(([code, { name }]) => [code as Language, name] as const)
const NO_LINE: NoticeLine = { data: '', purpose: '', enables: '' }
const parts = [
  ['data', 'Data'],
  ['purpose', 'Purpose'],
  ['enables', 'What they enable'],
] as const

/** Names the first problem with its language and line. */
function problemOf(texts: NoticeTexts): string | undefined {
  const [issue] = NoticeTexts.safeParse(texts).error?.issues ?? []
  if (!issue) return undefined
  const [code, , line] = issue.path
  const { name } = languages[code as Language]
  return `${name}${typeof line === 'number' ? `, line ${line + 1}` : ''}: ${issue.message}`
}

/** Edits the notice in every language; publishing makes the next version. */
export function NoticeEditor({ notice: { version, texts: begun, prepared } }: { notice: OwnerNotice }) {
  const queries = useQueryClient()
  const [language, setLanguage] = useState<Language>('en')
  const [publishing, setPublishing] = useState(false)
  const form = useActionForm({
    name: `notice:${version}`,
    begun: { texts: begun },
    check: ({ texts }) => ({ texts: problemOf(texts) }),
    send: ({ texts }) => adminClient.notices.publish({ after: version, texts }),
    fallback: 'The version was not published',
    failed: 'The version was not published',
    toasts: true,
    onDone: (answer) => {
      toast.success(`Version ${answer.version} of the privacy notice is published`)
      setPublishing(false)
      return queries.invalidateQueries({ queryKey: adminApi.notices.key() })
    },
    onFailed: () => {
      setPublishing(false)
      return queries.invalidateQueries({ queryKey: adminApi.notices.key() })
    },
  })
  const { texts } = form.values
  const text = texts[language]
  const put = (next: Partial<typeof text>) => form.put({ texts: { ...texts, [language]: { ...text, ...next } } })
  const putLine = (at: number, change: Partial<NoticeLine>) =>
    put({ lines: text.lines.map((line, index) => (index === at ? { ...line, ...change } : line)) })
  const problem = form.errorOf('texts')
  const press = () => (problemOf(texts) ? form.submit() : setPublishing(true))
  return (
    <Card asChild padded display="grid" gap="4">
      <chakra.form
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          press()
        }}
      >
        <Segments label="Language" value={language} options={tabs} onChange={setLanguage} />
        <Field
          as="textarea"
          rows={3}
          label="Introduction"
          required
          value={text.lead}
          onChange={({ target }) => put({ lead: target.value })}
        />
        {text.lines.map((line, at) => (
          <Stack
            as="fieldset"
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing else by which it is known
            key={at}
            minW="0"
            pt="4"
            borderTopWidth="1px"
            borderColor="border"
          >
            <chakra.legend srOnly>{`Line ${at + 1}`}</chakra.legend>
            {parts.map(([name, label]) => (
              <Field
                key={name}
                label={label}
                required
                maxLength={300}
                value={line[name]}
                onChange={({ target }) => putLine(at, { [name]: target.value })}
              />
            ))}
            <chakra.div justifySelf="end">
              <RemoveButton
                name={`line ${at + 1}`}
                onRemove={() => put({ lines: text.lines.filter((_, index) => index !== at) })}
              />
            </chakra.div>
          </Stack>
        ))}
        <Tools>
          {text.lines.length < MOST_LINES && (
            <Button type="button" variant="outline" size="sm" onClick={() => put({ lines: [...text.lines, NO_LINE] })}>
              Add a line
            </Button>
          )}
          <Button type="button" variant="outline" size="sm" onClick={() => form.put({ texts: prepared })}>
            Prepare the text again
          </Button>
        </Tools>
        {problem !== undefined && <FieldProblem>{problem}</FieldProblem>}
        {form.isChanged && (
          <Tools>
            <Button type="submit" busy={form.isPending} busyText="Publishing...">
              Publish version {version + 1}
            </Button>
            <Button type="button" variant="outline" onClick={() => form.forget()}>
              Discard changes
            </Button>
          </Tools>
        )}
        {publishing && (
          <ConfirmDialog
            open
            title={`Publish version ${version + 1}?`}
            confirmLabel="Publish"
            cancelLabel="Cancel"
            calm
            busy={form.isPending}
            onConfirm={() => form.submit()}
            onClose={() => setPublishing(false)}
          >
            <p>
              It is in force at once, in every language, and cannot be changed or taken back. New consents name it.
              Earlier versions stay readable. Have you read each language?
            </p>
          </ConfirmDialog>
        )}
      </chakra.form>
    </Card>
  )
}

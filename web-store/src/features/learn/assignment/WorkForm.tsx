import type { StudentAssignment } from 'contract/assignments/hand-ins'
import { MAX_WORK_BYTES, MAX_WORK_TEXT } from 'contract/limits'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../../language/text.ts'
import { FilePlace } from '../../../shared/work/FilePlace.tsx'
import { acceptedTypes, formatsText } from '../../../shared/work/work-files.ts'
import { Button } from '../../../ui/Button.tsx'
import { bytesText } from '../../../ui/bytes-text.ts'
import { chakra } from '../../../ui/chakra.ts'
import { Field } from '../../../ui/Field.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { Text } from '../../../ui/text.tsx'
import type { useWork } from './use-work.ts'
import { WorkFileLink } from './WorkFileLink.tsx'

type Props = { it: ReturnType<typeof useWork>; assignment: StudentAssignment }

/** Edits the text of the work and chooses its file. The tab stores the text until the shop has it. */
export function WorkForm({ it, assignment }: Props) {
  const { form: work, sendFile, removeFile, fileProblem, percent, brokenOff } = it
  const { takes_text, file_kinds: kinds, file } = assignment
  const [requested, setRequested] = useState(false)
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  // The button disappears with the file.
  useEffect(() => {
    if (removeFile.isSuccess) chooser.current?.focus()
  }, [removeFile.isSuccess])
  const nothing = !file && (!takes_text || work.values.text.trim() === '')
  const missing = requested && nothing && !sendFile.isPending
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setRequested(true)
    if (!nothing) work.submit()
    else form.current?.querySelector<HTMLElement>('textarea, input')?.focus()
  }
  const want =
    kinds.length === 0
      ? t('Please write your work')
      : takes_text
        ? t('Write something or choose a file')
        : t('Please choose a file')
  return (
    <chakra.form
      method="post"
      ref={form}
      noValidate
      display="grid"
      gap="4"
      aria-label={t('Submit your work')}
      onSubmit={submit}
    >
      {takes_text && (
        <Field
          as="textarea"
          label={t('Your work')}
          {...(kinds.length > 0 && { help: t('Write here, choose a file, or both.') })}
          required={kinds.length === 0}
          rows={6}
          maxLength={MAX_WORK_TEXT}
          {...work.field('text')}
          error={missing && kinds.length === 0 ? want : undefined}
        />
      )}
      {kinds.length > 0 && (
        <chakra.div display="grid" gap="1.5">
          <chakra.label htmlFor={id} textStyle="label">
            {t('File')}
          </chakra.label>
          {file && (
            <chakra.div display="flex" alignItems="center" gap="3">
              <WorkFileLink file={file} />
              <Button variant="ghost" size="sm" busy={removeFile.isPending} onClick={() => removeFile.mutate(file)}>
                {t('Remove')}
              </Button>
            </chakra.div>
          )}
          <FilePlace>
            {file ? t('Choose another file') : t('Choose a file')}
            <input
              ref={chooser}
              id={id}
              type="file"
              accept={acceptedTypes(kinds)}
              disabled={sendFile.isPending || removeFile.isPending}
              aria-invalid={fileProblem || missing ? true : undefined}
              aria-describedby={`${id}-help`}
              onChange={({ target }) => {
                const [chosen] = target.files ?? []
                if (chosen) sendFile.mutate(chosen)
                target.value = ''
              }}
            />
          </FilePlace>
          <Text id={`${id}-help`} textStyle="sm" color="fg.subtle">
            {t('One file of at most {size}: {formats}.', {
              size: bytesText(MAX_WORK_BYTES),
              formats: formatsText(kinds),
            })}
          </Text>
          {sendFile.isPending && <ProgressBar percent={percent} label={t('Sending the file…')} />}
          <chakra.p role="status" textStyle="sm">
            {sendFile.isPending && t('Sending the file…')}
            {!sendFile.isPending &&
              brokenOff &&
              t('{name} did not arrive completely. Choose it again to continue where it stopped.', { name: brokenOff })}
          </chakra.p>
          {(fileProblem || missing) && (
            <Text role="alert" color="danger.fg">
              {fileProblem ?? want}
            </Text>
          )}
        </chakra.div>
      )}
      <chakra.div display="grid" gap="2" justifyItems="start">
        {work.problem && (
          <Text role="alert" color="danger.fg">
            {work.problem}
          </Text>
        )}
        <Button
          type="submit"
          busy={work.isPending}
          busyText={t('Sending…')}
          disabled={sendFile.isPending || removeFile.isPending}
        >
          {t('Submit')}
        </Button>
      </chakra.div>
    </chakra.form>
  )
}

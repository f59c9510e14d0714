import { MAX_ENTRIES } from 'contract/courses/input'
import { linesOf } from 'contract/plain-text'
import type { ClipboardEvent } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { chakra } from '../../../ui/chakra.ts'
import { Input } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { IconPlus, IconX } from '../../../ui/icons.ts'
import { FieldProblem, GroupLabel, Tools } from '../../forms/form-parts.tsx'
import { SortableList } from '../../forms/SortableList.tsx'
import { WaitingButton } from '../../forms/WaitingButton.tsx'
import { PendingFile } from '../../media/library/PendingFile.tsx'
import { MediaTools } from '../../media/MediaTools.tsx'
import { uploadKeyOf } from '../../media/queue/upload-reference.ts'
import { Thumb } from '../list/Thumb.tsx'
import type { CourseForm, LineListName } from './course-form.ts'

type LineListProps = {
  name: LineListName
  /** Heading of the list. */
  label: string
  /** Names one entry: `line`, `step`. */
  entry: string
  help?: string
  /** Entries are addresses of such files. */
  kind?: 'image' | 'video'
}

/** A list of texts or addresses, put in order by hand; several pasted lines become several entries. */
export function LineList({ name, label, entry, help, kind }: LineListProps) {
  const { control, register, formState, setFocus, setValue, watch } = useFormContext<CourseForm>()
  const { fields, append, insert, remove, move } = useFieldArray({ control, name })
  const values = watch(name)
  const listErrors = formState.errors[name]
  const add = () => append({ value: '' }, { focusName: `${name}.${fields.length}.value` })
  // One line is pasted as ever.
  const paste = (event: ClipboardEvent<HTMLElement>, index: number) => {
    const [first = '', ...more] = linesOf(event.clipboardData.getData('text'))
    if (more.length === 0) return
    event.preventDefault()
    setValue(`${name}.${index}.value`, `${values[index]?.value ?? ''}${first}`, { shouldDirty: true })
    insert(
      index + 1,
      more.slice(0, MAX_ENTRIES - fields.length).map((value) => ({ value })),
      { shouldFocus: false },
    )
  }
  return (
    <chakra.div
      data-list
      role="group"
      aria-labelledby={`${name}-label`}
      display="grid"
      gap="2"
      alignContent="start"
      minW="0"
    >
      <GroupLabel id={`${name}-label`} help={help}>
        {label}
      </GroupLabel>
      <SortableList
        ids={fields.map(({ id }) => id)}
        nameOf={(index) => `${entry} ${index + 1} of ${label}`}
        onMove={(from, to) => move(from, to)}
      >
        {(index, handle) => {
          const error = listErrors?.[index]?.value?.message
          const value = values[index]?.value ?? ''
          return (
            <div data-line>
              <chakra.div display="flex" alignItems="center" gap="0.5">
                {handle}
                {uploadKeyOf(value) === undefined ? (
                  <>
                    {kind && <Thumb url={value} kind={kind} />}
                    <Input
                      aria-label={`${label}, ${entry} ${index + 1}`}
                      aria-invalid={error ? true : undefined}
                      aria-describedby={error ? `${name}-${index}-error` : undefined}
                      maxLength={2000}
                      inputMode={kind ? 'url' : undefined}
                      onPaste={(event) => paste(event, index)}
                      {...register(`${name}.${index}.value`)}
                    />
                    <IconButton
                      compact
                      color="fg.subtle"
                      aria-label={`Remove ${entry} ${index + 1} of ${label}`}
                      onClick={() => {
                        remove(index)
                        if (fields.length > 1) setTimeout(() => setFocus(`${name}.${Math.max(0, index - 1)}.value`))
                      }}
                    >
                      <Icon of={IconX} />
                    </IconButton>
                  </>
                ) : (
                  <PendingFile reference={value} onRemove={() => remove(index)} />
                )}
              </chakra.div>
              {error && <FieldProblem id={`${name}-${index}-error`}>{error}</FieldProblem>}
            </div>
          )
        }}
      </SortableList>
      {listErrors?.message && <FieldProblem>{listErrors.message}</FieldProblem>}
      <Tools>
        <WaitingButton
          variant="ghost"
          size="sm"
          data-add
          waitsFor={fields.length >= MAX_ENTRIES && `There are ${MAX_ENTRIES} already: remove one first`}
          onClick={add}
        >
          <Icon of={IconPlus} size={16} />
          Add {entry}
        </WaitingButton>
        {kind && (
          <MediaTools
            kind={kind}
            of={`for ${label}`}
            multiple
            onUrls={(urls) =>
              append(
                urls.map((value) => ({ value })),
                { shouldFocus: false },
              )
            }
          />
        )}
      </Tools>
    </chakra.div>
  )
}

import { titleOfFile } from 'contract/courses/lesson-title'
import type { LinkResult } from 'contract/courses/link-check'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { later } from '../../ui/later.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { Thumb } from '../courses/editor/Thumb.tsx'
import { IconPhoto } from '../host/admin-icons.ts'
import { uploadKeyOf } from '../media/queue/upload-reference.ts'
import { LinkState } from './LinkState.tsx'
import type { ContentForm } from './lesson-form.ts'

const MediaPicker = later(() => import('../media/library/MediaPicker.tsx'))

/** The name in the address of a file of the library; undefined for a link to elsewhere. */
const nameOfFile = (link: string): string | undefined => /^\/media\/[^/]+\/([^/?#]+)$/.exec(link)?.[1]

type LessonFileProps = { index: number; result: LinkResult | undefined }

/** The video of a lesson: a file of the library by its name, or a link that is typed. */
export function LessonFile({ index, result }: LessonFileProps) {
  const { register, watch, setValue, getValues, formState } = useFormContext<ContentForm>()
  const [picking, setPicking] = useState(false)
  const path = `content.${index}.watch_link` as const
  const link = watch(path) ?? ''
  const isLive = watch(`content.${index}.kind`) === 'live'
  // A file just picked from the library is not among the pictures of the stored lessons.
  const [picked, setPicked] = useState<Readonly<Record<string, string>>>({})
  const shown = picked[link]
  const set = (url: string) => setValue(path, url, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  const take = (url: string, name: string) => {
    setPicking(false)
    set(url)
    if (!getValues(`content.${index}.title`).trim()) {
      setValue(`content.${index}.title`, titleOfFile(name), { shouldDirty: true })
    }
  }
  // The row says how far it is.
  if (uploadKeyOf(link) !== undefined) return null
  const problem = formState.errors.content?.[index]?.watch_link?.message
  const file = nameOfFile(link)
  return (
    // The words below the link pull nothing beside it down.
    <chakra.div display="flex" alignItems={problem || result ? 'center' : 'end'} gap="2" flexWrap="wrap">
      {shown && <Thumb url={shown} kind="video" />}
      <chakra.div flex="1 1 180px" minW="0">
        {file ? (
          <chakra.p overflowWrap="anywhere">
            <chakra.span display="block" textStyle="label">
              {isLive ? 'Recording' : 'File'}
            </chakra.span>
            {file}
          </chakra.p>
        ) : (
          <Field
            label={isLive ? 'Watch link of the recording' : 'Watch link'}
            {...(isLive ? { optional: true } : { required: true })}
            inputMode="url"
            maxLength={2000}
            error={problem}
            aria-label={`Lesson ${index + 1}, watch link`}
            {...register(path)}
          />
        )}
        <LinkState result={result} />
      </chakra.div>
      {file && (
        <Button variant="ghost" minH="44px" size="sm" onClick={() => set('')}>
          Use a link
          <VisuallyHidden> for lesson {index + 1}</VisuallyHidden>
        </Button>
      )}
      <Button variant="outline" minH="44px" size="sm" onClick={() => setPicking(true)}>
        <Icon of={IconPhoto} size={16} />
        From library
        <VisuallyHidden> for lesson {index + 1}</VisuallyHidden>
      </Button>
      {picking && (
        <MediaPicker
          kind="video"
          onPick={({ url, name, preview_url }) => {
            if (preview_url) setPicked((before) => ({ ...before, [url]: preview_url }))
            take(url, name)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </chakra.div>
  )
}

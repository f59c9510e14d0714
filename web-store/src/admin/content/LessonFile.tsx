import { chakra } from '@chakra-ui/react'
import type { LinkResult } from 'contract/link-check'
import { use, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { later } from '../../ui/later.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { IconPhoto, IconUpload } from '../admin-icons.ts'
import { Thumb } from '../courses/Thumb.tsx'
import { PendingFile } from '../media/PendingFile.tsx'
import { uploadKeyOf } from '../media/upload-reference.ts'
import { LinkState } from './LinkState.tsx'
import type { ContentForm } from './lesson-form.ts'
import { LessonPreviews } from './lesson-previews.ts'
import { titleOfFile } from './lesson-title.ts'

const MediaPicker = later(() => import('../media/MediaPicker.tsx'))

type LessonFileProps = {
  index: number
  result: LinkResult | undefined
  /** Lets the admin choose a video and puts it into this lesson. */
  onChoose: () => void
}

/** The video of a lesson: chosen, replaced, taken of the library or typed as a link; while it goes up, how far it is. */
export function LessonFile({ index, result, onChoose }: LessonFileProps) {
  const { register, watch, setValue, getValues, formState } = useFormContext<ContentForm>()
  const [picking, setPicking] = useState(false)
  const path = `content.${index}.watch_link` as const
  const link = watch(path) ?? ''
  const [picked, setPicked] = useState<Readonly<Record<string, string>>>({})
  // One that was just taken of the library is not among those of the stored lessons.
  const shown = use(LessonPreviews)[link] ?? picked[link]
  const set = (url: string) => setValue(path, url, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  const take = (url: string, name: string) => {
    setPicking(false)
    set(url)
    if (!getValues(`content.${index}.title`).trim()) {
      setValue(`content.${index}.title`, titleOfFile(name), { shouldDirty: true })
    }
  }
  if (uploadKeyOf(link) !== undefined) {
    const before = formState.defaultValues?.content?.find(
      (stored) => stored?.lesson_id && stored.lesson_id === getValues(`content.${index}.lesson_id`),
    )
    // The stored file comes back when the new one is not wanted any more.
    return <PendingFile reference={link} onRemove={() => set(before?.watch_link ?? '')} />
  }
  return (
    <chakra.div display="flex" alignItems="end" gap="2" flexWrap="wrap">
      {shown && <Thumb url={shown} kind="video" />}
      <chakra.div flex="1 1 180px" minW="0">
        <Field
          label="Watch link"
          required
          inputMode="url"
          maxLength={2000}
          error={formState.errors.content?.[index]?.watch_link?.message}
          aria-label={`Lesson ${index + 1}, watch link`}
          {...register(path)}
        />
        <LinkState result={result} />
      </chakra.div>
      <Button variant={link ? 'outline' : undefined} minH="44px" size="sm" onClick={onChoose}>
        <Icon of={IconUpload} size={16} />
        {link ? 'Replace file' : 'Choose file'}
        <VisuallyHidden> of lesson {index + 1}</VisuallyHidden>
      </Button>
      <Button variant="outline" minH="44px" size="sm" onClick={() => setPicking(true)}>
        <Icon of={IconPhoto} size={16} />
        From library
        <VisuallyHidden> for lesson {index + 1}</VisuallyHidden>
      </Button>
      {picking && (
        <MediaPicker
          kind="video"
          onPick={({ url, name, preview_url }) => {
            setPicked((before) => ({ ...before, [url]: preview_url }))
            take(url, name)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </chakra.div>
  )
}

import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { later } from '../../ui/later.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { Tools } from '../forms/form-parts.tsx'
import { MoveButtons, RemoveButton } from '../lists/row-buttons.tsx'
import type { ContentForm } from './lesson-form.ts'

const MediaPicker = later(() => import('../media/library/MediaPicker.tsx'))

/** Languages on offer; the API takes others, too. */
const LANGUAGES = ['en', 'hi', 'bn', 'gu', 'kn', 'ml', 'mr', 'pa', 'ta', 'te', 'ur']
const languageNames = new Intl.DisplayNames(['en'], { type: 'language' })

const Line = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1.5',
    py: '1',
    borderTopWidth: '1px',
    borderColor: 'border',
    minW: '0',
  },
})

const Input = chakra('input', {
  base: {
    flex: '1',
    minW: '0',
    h: '36px',
    px: '2.5',
    borderWidth: '1px',
    borderColor: 'border.strong',
    borderRadius: 'l2',
    bg: 'bg.panel',
    textStyle: 'sm',
  },
})

type Picking = 'files' | 'captions'

/** Files that students find under the lesson, and its captions by language. */
export function LessonResources({ index }: { index: number }) {
  const { watch, setValue } = useFormContext<ContentForm>()
  const [picking, setPicking] = useState<Picking>()
  const files = watch(`content.${index}.files`) ?? []
  const captions = watch(`content.${index}.captions`) ?? []
  const setFiles = (next: typeof files) => setValue(`content.${index}.files`, next, { shouldDirty: true })
  const setCaptions = (next: typeof captions) => setValue(`content.${index}.captions`, next, { shouldDirty: true })
  const of = `of lesson ${index + 1}`
  return (
    <chakra.div gridColumn="1/-1" minW="0">
      {files.length > 0 && (
        <ul aria-label={`Files ${of}`}>
          {files.map((file, at) => (
            <Line key={`${file.url} ${files.slice(0, at).filter(({ url }) => url === file.url).length}`}>
              <Input
                value={file.name}
                maxLength={255}
                aria-label={`Name of file ${at + 1} ${of}`}
                onChange={({ currentTarget }) => setFiles(files.with(at, { ...file, name: currentTarget.value }))}
              />
              <MoveButtons
                name={file.name}
                index={at}
                count={files.length}
                onMove={(to) => setFiles(files.toSpliced(at, 1).toSpliced(to, 0, file))}
              />
              <RemoveButton name={`${file.name} ${of}`} onRemove={() => setFiles(files.toSpliced(at, 1))} />
            </Line>
          ))}
        </ul>
      )}
      {captions.length > 0 && (
        <ul aria-label={`Captions ${of}`}>
          {captions.map((one, at) => (
            <Line key={one.url}>
              <chakra.select
                value={one.language}
                aria-label={`Language of captions ${at + 1} ${of}`}
                h="36px"
                px="2"
                me="auto"
                borderWidth="1px"
                borderColor="border.strong"
                borderRadius="l2"
                bg="bg.panel"
                textStyle="sm"
                onChange={({ currentTarget }) =>
                  setCaptions(captions.with(at, { ...one, language: currentTarget.value }))
                }
              >
                {[...new Set([one.language, ...LANGUAGES])].map((code) => (
                  <option key={code} value={code}>
                    {languageNames.of(code) ?? code}
                  </option>
                ))}
              </chakra.select>
              <RemoveButton name={`captions ${at + 1} ${of}`} onRemove={() => setCaptions(captions.toSpliced(at, 1))} />
            </Line>
          ))}
        </ul>
      )}
      <Tools mt={files.length + captions.length > 0 ? '2' : '0'}>
        {(
          [
            ['files', 'Add file'],
            ['captions', 'Add captions'],
          ] as const
        ).map(([what, words]) => (
          <Button key={what} variant="outline" size="sm" onClick={() => setPicking(what)}>
            <Icon of={IconPlus} size={16} />
            {words}
            <VisuallyHidden> to lesson {index + 1}</VisuallyHidden>
          </Button>
        ))}
      </Tools>
      {picking && (
        <MediaPicker
          kind={picking === 'files' ? '' : 'subtitles'}
          onPick={({ url, name }) => {
            setPicking(undefined)
            if (picking === 'files') return setFiles([...files, { name: name.replace(/\.\w{1,6}$/, ''), url }])
            const free = LANGUAGES.find((code) => captions.every(({ language }) => language !== code))
            setCaptions([...captions, { language: free ?? 'en', url }])
          }}
          onClose={() => setPicking(undefined)}
        />
      )}
    </chakra.div>
  )
}

import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { later } from '../../ui/later.tsx'
import { IconTrash } from '../../ui/secondary-icons.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { Muted } from '../forms/form-parts.tsx'
import { IconArrowDown, IconArrowUp } from '../host/admin-icons.ts'
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
  const moved = (from: number, to: number) => {
    const next = [...files]
    next.splice(to, 0, ...next.splice(from, 1))
    setFiles(next)
  }
  const of = `of lesson ${index + 1}`
  return (
    <chakra.div gridColumn="1/-1" minW="0">
      {files.length > 0 && (
        <chakra.ul listStyle="none" p="0" aria-label={`Files ${of}`}>
          {files.map(({ name, url }, at) => (
            <Line key={`${url} ${files.slice(0, at).filter((other) => other.url === url).length}`}>
              <Input
                value={name}
                maxLength={255}
                aria-label={`Name of file ${at + 1} ${of}`}
                onChange={({ currentTarget }) =>
                  setFiles(files.map((file, place) => (place === at ? { ...file, name: currentTarget.value } : file)))
                }
              />
              <IconButton
                compact
                color="fg.muted"
                aria-label={`Move ${name} up`}
                disabled={at === 0}
                onClick={() => moved(at, at - 1)}
              >
                <Icon of={IconArrowUp} size={16} />
              </IconButton>
              <IconButton
                compact
                color="fg.muted"
                aria-label={`Move ${name} down`}
                disabled={at === files.length - 1}
                onClick={() => moved(at, at + 1)}
              >
                <Icon of={IconArrowDown} size={16} />
              </IconButton>
              <IconButton
                compact
                color="fg.muted"
                aria-label={`Remove ${name} ${of}`}
                onClick={() => setFiles(files.filter((_, place) => place !== at))}
              >
                <Icon of={IconTrash} size={16} />
              </IconButton>
            </Line>
          ))}
        </chakra.ul>
      )}
      {captions.length > 0 && (
        <chakra.ul listStyle="none" p="0" aria-label={`Captions ${of}`}>
          {captions.map(({ language, url }, at) => (
            <Line key={url}>
              <chakra.select
                value={language}
                aria-label={`Language of captions ${at + 1} ${of}`}
                h="36px"
                px="2"
                borderWidth="1px"
                borderColor="border.strong"
                borderRadius="l2"
                bg="bg.panel"
                textStyle="sm"
                onChange={({ currentTarget }) =>
                  setCaptions(
                    captions.map((one, place) => (place === at ? { ...one, language: currentTarget.value } : one)),
                  )
                }
              >
                {[...new Set([language, ...LANGUAGES])].map((code) => (
                  <option key={code} value={code}>
                    {languageNames.of(code) ?? code}
                  </option>
                ))}
              </chakra.select>
              <Muted as="span" flex="1" minW="0" truncate>
                {url.split('/').at(-1)}
              </Muted>
              <IconButton
                compact
                color="fg.muted"
                aria-label={`Remove captions ${at + 1} ${of}`}
                onClick={() => setCaptions(captions.filter((_, place) => place !== at))}
              >
                <Icon of={IconTrash} size={16} />
              </IconButton>
            </Line>
          ))}
        </chakra.ul>
      )}
      <chakra.div display="flex" flexWrap="wrap" gap="2" mt={files.length + captions.length > 0 ? '2' : '0'}>
        <Button variant="outline" size="sm" onClick={() => setPicking('files')}>
          <Icon of={IconPlus} size={16} />
          Add file
          <VisuallyHidden> to lesson {index + 1}</VisuallyHidden>
        </Button>
        <Button variant="outline" size="sm" onClick={() => setPicking('captions')}>
          <Icon of={IconPlus} size={16} />
          Add captions
          <VisuallyHidden> to lesson {index + 1}</VisuallyHidden>
        </Button>
      </chakra.div>
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

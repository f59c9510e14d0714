import type { StudentFile } from 'contract/courses/lesson-files'
import { t } from '../../../language/text.ts'
import { isSigned } from '../../../shared/courses/lesson-source.ts'
import { Button } from '../../../ui/Button.tsx'
import { bytesText } from '../../../ui/bytes-text.ts'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Card } from '../../../ui/layout.tsx'
import { IconDownload } from '../../../ui/secondary-icons.ts'
import { Text, VisuallyHidden } from '../../../ui/text.tsx'

const List = chakra('ul', {
  base: { listStyle: 'none', p: '0', m: '0' },
})

const File = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '44px minmax(0, 1fr) auto', md: '52px minmax(0, 1fr) auto' },
    alignItems: 'center',
    columnGap: '3',
    px: '3.5',
    py: '2.5',
    '&:not(:first-of-type)': { borderTopWidth: '1px', borderColor: 'border' },
  },
})

const Extension = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    h: '36px',
    borderRadius: 'l1',
    bg: 'bg.muted',
    color: 'fg.muted',
    textStyle: 'xs',
    fontWeight: '650',
    textTransform: 'uppercase',
  },
})

/** Kinds of files that browsers open in a tab. */
const OPENED = new Set<StudentFile['kind']>(['pdf', 'image', 'audio', 'video'])

/** The name to save under, where the answer brings none: a downloaded lesson's, and a public file's. */
function savedName(name: string, url: string): string {
  const [ending = ''] = /\.\w+(?=\?|$)/.exec(url) ?? []
  return name.toLowerCase().endsWith(ending) ? name : `${name}${ending}`
}

/** Lists the files of the lesson, each to open or to download. */
export function LessonFiles({ files }: { files: readonly StudentFile[] }) {
  return (
    <chakra.section aria-labelledby="lesson-files" px={{ base: '4', lg: '0' }} pt={{ base: '2', lg: '6' }}>
      <chakra.h2 id="lesson-files" textStyle="h3" mb="3">
        {t('Files of this lesson')}
      </chakra.h2>
      <Card overflow="hidden">
        <List>
          {files.map(({ name, url, bytes, kind }) => (
            <File key={url.split('?')[0]}>
              <Extension aria-hidden>{/\.(\w+)(?:\?|$)/.exec(url)?.[1]}</Extension>
              <div>
                <Text fontWeight="600" overflowWrap="anywhere">
                  {name}
                </Text>
                <Text textStyle="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
                  {bytes === null ? t('Not available right now') : bytesText(bytes)}
                </Text>
              </div>
              {bytes !== null && (
                <chakra.div display="flex" gap="2">
                  {OPENED.has(kind) && (
                    <Button asChild variant="ghost" size="sm">
                      <a href={url} target="_blank" rel="noopener noreferrer">
                        {t('Open')}
                        <VisuallyHidden> {name}</VisuallyHidden>
                      </a>
                    </Button>
                  )}
                  <Button asChild variant="outline" size="sm">
                    <a href={isSigned(url) ? `${url}&download` : url} download={savedName(name, url)}>
                      <Icon of={IconDownload} size={16} />
                      <chakra.span display={{ base: 'none', md: 'inline' }}>{t('Download')}</chakra.span>
                      <VisuallyHidden> {name}</VisuallyHidden>
                    </a>
                  </Button>
                </chakra.div>
              )}
            </File>
          ))}
        </List>
      </Card>
    </chakra.section>
  )
}

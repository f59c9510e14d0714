import { useQuery } from '@tanstack/react-query'
import type { NoticeUse } from 'contract/notices/notices'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Card, Stack } from '../../ui/layout.tsx'
import { IconAlertTriangle } from '../../ui/secondary-icons.ts'
import { H3 } from '../../ui/text.tsx'
import { Help } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { usePlatform } from '../host/platform.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { NoticeEditor } from './NoticeEditor.tsx'

const useNotice = () => useQuery({ ...adminApi.notices.get.queryOptions(), staleTime: 0 })

function Version() {
  const { data } = useNotice()
  if (!data) return null
  return (
    <chakra.span fontWeight="400" fontSize=".875rem" color="fg.muted">
      version {data.version}
    </chakra.span>
  )
}

export const desk = {
  id: 'notice',
  title: 'Privacy notice',
  about: 'What students read before they agree: what you use their data for.',
  at: 30,
  Beside: Version,
}

const uses: Record<NoticeUse, string> = {
  account: 'accounts',
  orders: 'orders',
  learning: 'lessons',
  help: 'messages',
  news_email: 'news by email',
  whatsapp: 'WhatsApp',
  ads: 'reports to Meta and Google',
  checkout_questions: 'questions at checkout',
  tools: 'other programs',
  children: 'students under 18',
}

const Missing = chakra('div', {
  base: {
    display: 'flex',
    gap: '3',
    p: '4',
    bg: 'warning.subtle',
    borderWidth: '1px',
    borderColor: 'warning.border',
    borderRadius: 'l2',
    '& > svg': { flex: 'none', mt: '2px' },
  },
})

/** Shows the privacy notice that is in force, what it lacks, and its versions; the form publishes the next one. */
export default function NoticeDeskPart() {
  const query = useNotice()
  const platform = usePlatform()
  const open = (one: number) => platform.openStorePage(`/privacy/notice?version=${one}&lang=en`)
  return (
    <Loaded query={query} failed="Failed to load the notice" toasts height="240px">
      {(notice) => (
        <chakra.div
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) 320px' }}
          gap="4"
          alignItems="start"
        >
          <Stack gap="4">
            {notice.missing.length > 0 && (
              <Missing role="note">
                <Icon of={IconAlertTriangle} />
                <p>
                  Switched on since this version: {notice.missing.map((use) => uses[use]).join(', ')}. Add a line about
                  it, or prepare the text again, and publish.
                </p>
              </Missing>
            )}
            <NoticeEditor key={notice.version} notice={notice} />
          </Stack>
          <Card as="section" aria-label="Versions" px={{ base: '4', md: '5' }} py="4">
            <H3 as="h2">Versions</H3>
            <Help>
              {notice.own ? 'This is your text.' : 'The shop prepares this text from what is switched on.'} Each consent
              is stored with its version.
            </Help>
            <chakra.ul mt="3" display="grid" listStyleType="none">
              {notice.published_at === null && (
                <li>
                  <Button size="sm" variant="ghost" ms="-3" onClick={() => open(notice.version)}>
                    Version {notice.version}, not agreed under yet
                  </Button>
                </li>
              )}
              {notice.versions.map((one) => (
                <li key={one.version}>
                  <Button size="sm" variant="ghost" ms="-3" onClick={() => open(one.version)}>
                    Version {one.version}, {dateText(new Date(one.published_at))}
                  </Button>
                </li>
              ))}
            </chakra.ul>
          </Card>
        </chakra.div>
      )}
    </Loaded>
  )
}

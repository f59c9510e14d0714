import { useQuery } from '@tanstack/react-query'
import { chakra } from '../../ui/chakra.ts'
import { countText } from '../../ui/format.ts'
import { Card, Skeleton } from '../../ui/layout.tsx'
import { adminApi } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { mailPart, type Part, PartItem } from '../overview/HealthLine.tsx'
import { useHealth } from '../overview/health.ts'
import { rulesText } from '../users/rules.ts'
import { studentListQuery } from '../users/segments.queries.ts'
import { people } from './Audience.tsx'

const agreedRule = rulesText([{ consent: 'news_email' }])
/** A segment is counted to its end, the list of students is not. */
const EVERYBODY = JSON.stringify({ all: [] })

/** Shows an owner how many people agreed, whether email leaves, and which templates WhatsApp has. */
export default function Readiness() {
  const agreed = useQuery(studentListQuery({ limit: '1', segment: agreedRule })).data?.total
  const all = useQuery(studentListQuery({ limit: '1', segment: EVERYBODY })).data?.total
  const { data: health } = useHealth()
  const { data: whatsapp } = useQuery(adminApi.whatsapp.templates.queryOptions({ input: {} }))
  const parts: (Part | undefined)[] = [
    agreed === undefined || all === undefined
      ? undefined
      : {
          title: `${people(agreed)} agreed`,
          detail: `of ${countText(all, 'student')}. Only they get news.`,
          state: agreed > 0 ? 'success' : 'warning',
        },
    health && mailPart(health),
    whatsapp && whatsappPart(whatsapp.templates),
  ]
  return (
    <Card asChild mb="4">
      <section aria-label="Whom news reaches">
        <chakra.ul
          listStyleType="none"
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'repeat(3,minmax(0,1fr))' }}
          css={{
            '& > *': { px: '5', py: '3', borderColor: 'border', minH: '17' },
            '& > * + *': { borderTopWidth: { base: '1px', md: '0' }, borderInlineStartWidth: { md: '1px' } },
          }}
        >
          {parts.map((part, at) =>
            part ? (
              <PartItem key={part.title} {...part} />
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a part that loads has its place alone
              <li key={at}>
                <Skeleton h="10" />
              </li>
            ),
          )}
        </chakra.ul>
      </section>
    </Card>
  )
}

function whatsappPart(templates: readonly { status: string }[]): Part {
  const approved = templates.filter(({ status }) => status === 'APPROVED').length
  const waiting = templates.filter(({ status }) => status === 'PENDING').length
  const to = adminPaths.tab('letters', { whatsapp: '1' })
  if (templates.length === 0) return { title: 'WhatsApp has no template', detail: 'Set it up', state: 'warning', to }
  if (waiting > 0) {
    const title = `WhatsApp: ${countText(waiting, 'template')} ${waiting === 1 ? 'waits' : 'wait'}`
    return { title, detail: `Meta answers within a day. ${approved} approved.`, state: 'warning' }
  }
  const title = `WhatsApp: ${countText(approved, 'template')} approved`
  return { title, detail: 'Ready to be used', state: approved > 0 ? 'success' : 'warning' }
}

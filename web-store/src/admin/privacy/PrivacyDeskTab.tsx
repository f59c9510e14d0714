import { useSearchParams } from 'react-router-dom'
import { chakra } from '../../ui/chakra.ts'
import { Card } from '../../ui/layout.tsx'
import { TextLink } from '../../ui/text.tsx'
import { Help } from '../forms/form-parts.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { TabHead } from '../lists/TabHead.tsx'
import type { DeskPart } from './desk-part.ts'
import { RequestList } from './RequestList.tsx'

/** Papers of this feature and of others. */
const papers = Object.values(import.meta.glob<DeskPart>('../*/*DeskPart.tsx', { eager: true })).sort(
  (one, other) => one.desk.at - other.desk.at,
)

const Papers = chakra('ul', {
  base: {
    listStyleType: 'none',
    '& > li': { px: { base: '4', md: '5' }, py: '3.5' },
    '& > li + li': { borderTopWidth: '1px', borderColor: 'border' },
  },
})

/** Requests of people about their data, and the papers of the data protection law, each a screen behind its link. */
export default function PrivacyDeskTab() {
  const named = useSearchParams()[0].get('part')
  const paper = papers.find(({ desk }) => desk.id === named)
  if (paper) {
    const { desk, default: Paper } = paper
    return (
      <>
        <TabHead
          title={desk.title}
          back={{ to: adminPaths.tab('privacy'), label: 'Privacy' }}
          beside={desk.Beside && <desk.Beside />}
        />
        <Paper />
      </>
    )
  }
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)">
      <TabHead title="Privacy" back={{ to: adminPaths.tab('settings'), label: 'Settings' }} />
      <RequestList />
      <Card as="section" aria-label="Papers" mt="4">
        <Papers>
          {papers.map(({ desk: { id, title, about } }) => (
            <li key={id}>
              <TextLink to={adminPaths.tab('privacy', { part: id })} fontWeight="600">
                {title}
              </TextLink>
              <Help>{about}</Help>
            </li>
          ))}
        </Papers>
      </Card>
    </chakra.div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { pagePath } from 'contract/pages/blocks'
import type { PageRow } from 'contract/pages/pages'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconBuildingStore, IconPlus } from '../../ui/icons.ts'
import { later } from '../../ui/later.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconExternalLink, IconTrash } from '../../ui/secondary-icons.ts'
import { TextLink } from '../../ui/text.tsx'
import { Muted } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { usePlatform } from '../host/platform.tsx'
import { useAct } from '../kit/use-act.tsx'
import type { Column } from '../lists/column.ts'
import { ListTab } from '../lists/ListTab.tsx'
import { StatusTag } from '../lists/StatusTag.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { pageListQuery } from './pages.queries.ts'

const NewPage = later(() => import('./NewPage.tsx'))

/** Says what visitors see of a page. */
export function PageStatus({
  page: { version, published_version },
}: {
  page: Pick<PageRow, 'version' | 'published_version'>
}) {
  if (published_version === null) return <StatusTag look={{ label: 'Draft', palette: 'buy' }} />
  if (published_version !== version)
    return <StatusTag look={{ label: 'Published, with a newer draft', palette: 'action' }} />
  return <StatusTag look={{ label: 'Published', palette: 'success' }} />
}

const columnsWith = ({ open, remove }: Record<'open' | 'remove', (page: PageRow) => void>): Column<PageRow>[] => [
  {
    head: 'Page',
    lead: true,
    cell: ({ slug, title }) => (
      <chakra.div display="grid" overflowWrap="anywhere">
        <TextLink to={adminPaths.tab('page', { slug })}>{title}</TextLink>
        <Muted as="span">{pagePath(slug)}</Muted>
      </chakra.div>
    ),
  },
  { head: 'State', cell: (page) => <PageStatus page={page} /> },
  { head: 'Blocks', numeric: true, label: 'Blocks', cell: ({ sections }) => sections },
  { head: 'Changed', label: 'Changed', cell: ({ changed_at }) => dateTimeText(changed_at) },
  {
    head: 'Actions',
    actions: true,
    cell: (page) => (
      <>
        {page.published_version !== null && (
          <IconButton compact color="fg.muted" aria-label={`See ${page.title}`} onClick={() => open(page)}>
            <Icon of={IconExternalLink} />
          </IconButton>
        )}
        <IconButton
          compact
          color="fg.muted"
          _hover={{ color: 'danger.fg', bg: 'danger.subtle' }}
          aria-label={`Delete ${page.title}`}
          onClick={() => remove(page)}
        >
          <Icon of={IconTrash} />
        </IconButton>
      </>
    ),
  },
]

/** Pages of blocks: the front page, landing pages, a page of links. */
export default function PagesTab() {
  const list = useListParams([])
  const { openStorePage } = usePlatform()
  const [adding, setAdding] = useState(false)
  const remove = useAct(adminApi.pages.delete, {
    of: ({ slug }: PageRow) => ({ slug }),
    confirm: ({ slug, title }) => ({
      title: 'Are you sure you want to delete this page?',
      text: (
        <p>
          <b>{title}</b> and all its versions are deleted.
          {slug === 'home' && ' Visitors see the usual front page again.'}
          {slug === 'about' && ' Visitors see the usual page about your shop again.'}
        </p>
      ),
    }),
    failed: 'Failed to delete the page',
  })
  const query = useQuery(pageListQuery())
  const pages = query.data?.pages
  const add = (
    <Button onClick={() => setAdding(true)}>
      <Icon of={IconPlus} />
      New page
    </Button>
  )
  return (
    <>
      <ListTab
        title="Pages"
        caption="Pages"
        tools={pages && pages.length > 0 && add}
        list={list}
        query={query}
        rows={pages}
        keyOf={({ slug }) => slug}
        show={columnsWith({ open: ({ slug }) => openStorePage(pagePath(slug)), remove: remove.run })}
        failed="Failed to load pages"
        empty={
          <PageMessage icon={IconBuildingStore} title="Your own pages" action={add}>
            A front page of your own, a landing page for a campaign, or the page behind the one link of your profile.
            Until you publish one, your store stays as it is.
          </PageMessage>
        }
      />
      {adding && <NewPage taken={(pages ?? []).map(({ slug }) => slug)} onClose={() => setAdding(false)} />}
      {remove.dialog}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { pagePath } from 'contract/pages/blocks'
import type { PageRow } from 'contract/pages/pages'
import { useNavigate } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { later } from '../../ui/later.tsx'
import { IconExternalLink, IconTrash } from '../../ui/secondary-icons.ts'
import { TextLink, VisuallyHidden } from '../../ui/text.tsx'
import { Muted } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { useMe } from '../host/me.queries.ts'
import { usePlatform } from '../host/platform.tsx'
import { useAct } from '../kit/use-act.tsx'
import type { Column } from '../lists/column.ts'
import { ListTab } from '../lists/ListTab.tsx'
import { StatusTag } from '../lists/StatusTag.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { type SettingsSectionId, settingsPath } from '../settings/settings-index.ts'
import { pageListQuery } from './pages.queries.ts'
import { isStart, type StartName } from './starts.ts'

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

/** A page of the list: one of blocks, or one that the shop brings along. */
type Listed = { slug: string; title: string; to?: string; page?: PageRow }

const builtIn = { label: 'Built in', palette: 'success' } as const

type Acts = { open: (slug: string) => void; remove: (page: PageRow) => void; design: (slug: 'home' | 'about') => void }

const columnsWith = ({ open, remove, design }: Acts): Column<Listed>[] => [
  {
    head: 'Page',
    lead: true,
    cell: ({ slug, title, to }) => (
      <chakra.div display="grid" overflowWrap="anywhere">
        {to ? <TextLink to={to}>{title}</TextLink> : <b>{title}</b>}
        <Muted as="span">{pagePath(slug)}</Muted>
      </chakra.div>
    ),
  },
  { head: 'State', cell: ({ page }) => (page ? <PageStatus page={page} /> : <StatusTag look={builtIn} />) },
  { head: 'Blocks', numeric: true, label: 'Blocks', cell: ({ page }) => page?.sections ?? '–' },
  { head: 'Changed', label: 'Changed', cell: ({ page }) => (page ? dateTimeText(page.changed_at) : '–') },
  {
    head: 'Actions',
    actions: true,
    cell: ({ slug, title, page }) => (
      <>
        {!page && (slug === 'home' || slug === 'about') && (
          <Button variant="ghost" size="sm" ms={{ base: '-3', lg: '0' }} onClick={() => design(slug)}>
            Design it with blocks
            <VisuallyHidden>: {title}</VisuallyHidden>
          </Button>
        )}
        {page?.published_version !== null && (
          <IconButton compact color="fg.muted" aria-label={`See ${title}`} onClick={() => open(slug)}>
            <Icon of={IconExternalLink} />
          </IconButton>
        )}
        {page && (
          <IconButton
            compact
            color="fg.muted"
            _hover={{ color: 'danger.fg', bg: 'danger.subtle' }}
            aria-label={`Delete ${title}`}
            onClick={() => remove(page)}
          >
            <Icon of={IconTrash} />
          </IconButton>
        )}
      </>
    ),
  },
]

/** The home page and About, and pages of blocks: a front page, landing pages, a page of links. */
export default function PagesTab() {
  const list = useListParams([])
  const navigate = useNavigate()
  const { openStorePage } = usePlatform()
  const { data: me } = useMe()
  const adding = list.get('new')
  const add = (start: StartName | '') => list.set({ new: start })
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
  const own = (slug: string) => pages?.find((page) => page.slug === slug)
  const usual = (slug: 'home' | 'about', title: string, section: SettingsSectionId): Listed[] =>
    (own(slug)?.published_version ?? null) === null
      ? [{ slug, title, ...(me?.role === 'owner' && { to: settingsPath(section) }) }]
      : []
  const rows = pages && [
    ...usual('home', 'Home page', 'home-page'),
    ...usual('about', 'About', 'about'),
    ...pages.map((page) => ({ ...page, to: adminPaths.tab('page', { slug: page.slug }), page })),
  ]
  return (
    <>
      <ListTab
        title="Pages"
        caption="Pages"
        count={rows?.length}
        main={
          <Button onClick={() => add('landing')}>
            <Icon of={IconPlus} />
            New page
          </Button>
        }
        list={list}
        query={query}
        rows={rows}
        keyOf={({ slug, page }) => (page ? slug : `usual ${slug}`)}
        show={columnsWith({
          open: (slug) => openStorePage(pagePath(slug)),
          remove: remove.run,
          design: (slug) => (own(slug) ? navigate(adminPaths.tab('page', { slug })) : add(slug)),
        })}
        failed="Failed to load pages"
        empty={null}
      />
      {isStart(adding) && pages && (
        <NewPage start={adding} taken={pages.map(({ slug }) => slug)} onClose={() => add('')} />
      )}
      {remove.dialog}
    </>
  )
}

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type BlockType, courseOfPage, type PageFacts, pagePath } from 'contract/pages/blocks'
import type { Page } from 'contract/pages/pages'
import { useDeferredValue, useMemo, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { isShown } from '../../shared/blocks/PageBlocks.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { later } from '../../ui/later.tsx'
import { IconClock, IconExternalLink } from '../../ui/secondary-icons.ts'
import { toast } from '../../ui/toaster.ts'
import { DraftNotice } from '../forms/DraftNotice.tsx'
import { type Draft, useEarlierDraft } from '../forms/editor-drafts.ts'
import { Tools } from '../forms/form-parts.tsx'
import { SaveBar } from '../forms/SaveBar.tsx'
import { useVersionedEditor } from '../forms/use-editor.ts'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { usePlatform } from '../host/platform.tsx'
import { useAct } from '../kit/use-act.tsx'
import { ErrorState } from '../lists/ErrorState.tsx'
import { BackLink } from '../lists/TabHead.tsx'
import { BlockForm } from './BlockForm.tsx'
import { BlockList } from './BlockList.tsx'
import { type FormBlock, labelOf, newBlock } from './block-fields.ts'
import { PagePreview } from './PagePreview.tsx'
import { PageStatus } from './PagesTab.tsx'
import {
  mergedPage,
  type PageForm,
  type PageSave,
  pageParts,
  pageResolver,
  problemsOf,
  shownBlocks,
  toForm,
} from './page-form.ts'
import { pageQuery } from './pages.queries.ts'

/** Edits the page that the address names; without one the list is shown. */
export default function PageTab() {
  const [search] = useSearchParams()
  const slug = search.get('slug')
  return slug ? <OnePage key={slug} slug={slug} /> : <Navigate to={adminPaths.tab('pages')} replace />
}

function OnePage({ slug }: { slug: string }) {
  const { data, error, refetch, isFetching } = useQuery(pageQuery(slug))
  const draftName = `page:${slug}`
  const draft = useEarlierDraft<PageForm>(draftName)
  if (error && !data) return <ErrorState title="Failed to load the page" error={error} onRetry={() => void refetch()} />
  // A form begins with the newest version.
  if (!data || draft === undefined || (isFetching && !data)) return <Loading />
  return <PageEditor page={data.data as Page} etag={data.etag} draft={draft} draftName={draftName} />
}

const VersionsDialog = later(() => import('../forms/VersionsDialog.tsx'))
const PageVersions = later(() => import('./PageVersions.tsx'))
const SharePreview = later(() => import('./SharePreview.tsx'))
const PublishPage = later(() => import('./PublishPage.tsx'))

const Head = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3', mb: '4.5' },
})

const Grid = chakra('div', {
  base: {
    display: 'grid',
    gap: '4',
    alignItems: 'start',
    pb: 'var(--fixed-bar, 76px)',
    gridTemplateColumns: { base: 'minmax(0,1fr)', lg: '290px minmax(0,1fr)', xl: '280px minmax(0,1fr) 330px' },
    '& > [data-preview]': { gridColumn: { base: 'auto', lg: '1/-1', xl: 'auto' } },
    '&[data-wide] > [data-preview]': { gridColumn: { lg: '1/-1' }, order: { lg: '-1' } },
    '&[data-wide]': { gridTemplateColumns: { xl: '290px minmax(0,1fr)' } },
  },
})

type Props = { page: Page; etag: string | undefined; draft: Draft<PageForm> | null; draftName: string }

/** Edits a page of blocks: their order, the form of one, and the page as visitors will see it. */
function PageEditor({ page, etag, draft, draftName }: Props) {
  const { slug } = page
  const courseId = courseOfPage(slug)
  const queries = useQueryClient()
  const { openStorePage } = usePlatform()
  const present = async () => {
    const { data, etag: now } = await queries.fetchQuery(pageQuery(slug))
    return { data: data as Page, etag: now }
  }
  const editor = useVersionedEditor<PageForm, PageSave, Page>({
    draftName,
    draft,
    stored: page,
    etag,
    toForm,
    resolver: pageResolver,
    shouldFocusError: false,
    present,
    send: (body, headers) => adminClient.pages.update({ params: { slug }, headers, body }),
    parts: pageParts,
    merged: mergedPage,
    changes: adminApi.pages.list.key(),
    failure: 'The page could not be saved',
    fallback: 'Please try again.',
  })
  const { form, values, saved, save } = editor
  const stored = saved.data
  const { blocks } = values
  const [openId, setOpen] = useState(blocks[0]?.id ?? '')
  const [isWide, setWide] = useState(false)
  const [dialog, setDialog] = useState<'versions' | 'share' | 'publish'>()
  const [tried, setTried] = useState(false)
  const facts = useFacts(blocks)
  const problems = useMemo(() => problemsOf(values), [values])
  const shown = useDeferredValue(values)
  const open = blocks.find(({ id }) => id === openId)
  const setBlocks = (next: FormBlock[]) => form.setValue('blocks', next, { shouldDirty: true })
  const change = (id: string, over: Partial<FormBlock>) =>
    setBlocks(blocks.map((block) => (block.id === id ? { ...block, ...over } : block)))
  const remove = (id: string) => {
    const at = blocks.findIndex((block) => block.id === id)
    const before = blocks
    setBlocks(blocks.toSpliced(at, 1))
    setOpen(blocks[at + 1]?.id ?? blocks[at - 1]?.id ?? '')
    toast.info('Block removed', { id: 'block-removed', action: { label: 'Undo', onClick: () => setBlocks(before) } })
  }
  const add = (type: BlockType, like?: FormBlock) => {
    const block = newBlock(
      type,
      blocks.map(({ id }) => id),
      like?.settings,
    )
    const at = like ? blocks.indexOf(like) + 1 : blocks.length
    setBlocks(blocks.toSpliced(at, 0, block))
    setOpen(block.id)
  }
  const submit = (publish: boolean) =>
    form.handleSubmit(
      (body) => save.mutate({ body: { ...body, publish } }),
      () => {
        setTried(true)
        const [first] = [...problems.keys()].filter((id) => id !== '')
        if (first !== undefined) setOpen(first)
      },
    )()
  const emptyIds = new Set(
    shownBlocks(blocks, 'en')
      .filter((block) => facts && !isShown(block, facts))
      .map(({ id }) => id),
  )
  const isPublished = stored.published_version !== null
  const replaces = !isPublished && (slug === 'home' || slug === 'about')
  const nothingShown = !courseId && facts !== undefined && emptyIds.size === shownBlocks(blocks, 'en').length
  const isNewer = !isPublished || stored.published_version !== stored.version
  const withdraw = useAct(adminApi.pages.withdraw, {
    failed: 'The page could not be withdrawn',
    onDone: async () => editor.restart(await present(), editor.isDirty ? form.getValues() : undefined),
  })
  const restored = async () => {
    editor.restart(await present())
    setDialog(undefined)
    await queries.invalidateQueries({ queryKey: adminApi.pages.list.key() })
  }
  const count = [...problems.values()].reduce((sum, fields) => sum + fields.size, 0)
  return (
    <>
      <Head>
        <chakra.div minW="0" flex="1 1 280px">
          <chakra.div mb="2.5">
            <BackLink
              to={courseId ? adminPaths.tab('editcourse', { course_id: courseId }) : adminPaths.tab('pages')}
              label={courseId ? 'Edit course' : 'Pages'}
            />
          </chakra.div>
          <chakra.h1 textStyle="h1" fontSize="1.875rem" overflowWrap="anywhere">
            {stored.title}
          </chakra.h1>
          <Tools as="p" gap="2.5" textStyle="sm" color="fg.muted" mt="1">
            {pagePath(slug)}
            {stored.version > 0 ? <PageStatus page={stored} /> : 'The usual order'}
          </Tools>
        </chakra.div>
        <Button variant="ghost" onClick={() => setDialog('versions')}>
          <Icon of={IconClock} />
          Versions
        </Button>
        <Button variant="ghost" onClick={() => setDialog('share')}>
          Preview link
        </Button>
        {isPublished && (
          <>
            <Button variant="ghost" busy={withdraw.busy} onClick={() => withdraw.run({ slug })}>
              Withdraw
            </Button>
            <Button variant="outline" onClick={() => openStorePage(pagePath(slug))}>
              <Icon of={IconExternalLink} />
              See it
            </Button>
          </>
        )}
      </Head>
      <DraftNotice {...editor.notice} onDiscard={editor.discard} />
      <Grid data-wide={isWide || undefined}>
        <BlockList
          blocks={blocks}
          openId={openId}
          problems={tried ? problems : undefined}
          emptyIds={emptyIds}
          onOpen={setOpen}
          onMove={(from, to) => {
            const block = blocks[from]
            // The offer of a course stays first.
            const isOffer = (at: number) => blocks[at]?.type === 'offer'
            if (block && !isOffer(from) && !isOffer(to)) setBlocks(blocks.toSpliced(from, 1).toSpliced(to, 0, block))
          }}
          onHide={(block) => change(block.id, { hidden: !block.hidden })}
          onAdd={add}
        />
        <BlockForm
          key={openId}
          block={open}
          page={courseId ? undefined : { title: values.title, description: values.description }}
          facts={facts}
          problems={problems.get(openId) ?? new Map()}
          onChange={(settings) => open && change(open.id, { settings })}
          onPage={(field, text) => form.setValue(field, text, { shouldDirty: true })}
          onCopy={() => open && add(open.type as BlockType, open)}
          onRemove={() => open && remove(open.id)}
        />
        <PagePreview
          courseId={courseId}
          blocks={shown.blocks}
          facts={facts}
          openId={openId}
          onOpen={setOpen}
          isWide={isWide}
          onWide={setWide}
        />
      </Grid>
      <SaveBar
        problems={tried ? count : 0}
        storedAt={editor.storedAt}
        idle={!editor.isDirty && !isNewer}
        rest={editor.isDirty ? 'Saving draft...' : isNewer ? 'This version is not published.' : 'Published.'}
      >
        {editor.isDirty && (
          <Button variant="ghost" display={{ base: 'none', lg: 'inline-flex' }} onClick={editor.discard}>
            Discard
          </Button>
        )}
        {editor.isDirty && (
          <Button variant="outline" busy={save.isPending} onClick={() => void submit(false)}>
            Save draft
          </Button>
        )}
        <WaitingButton
          busy={save.isPending}
          busyText="Publishing..."
          waitsFor={nothingShown ? 'Fill in a block first' : !editor.isDirty && !isNewer && 'Change something first'}
          onClick={() => (replaces ? setDialog('publish') : void submit(true))}
        >
          {isPublished ? 'Publish changes' : 'Publish'}
        </WaitingButton>
      </SaveBar>
      {editor.versions && <VersionsDialog changed="this page" of="block" {...editor.versions} />}
      {dialog === 'versions' && (
        <PageVersions
          slug={slug}
          etag={saved.etag}
          blocked={editor.isDirty ? '1 draft is open: save or discard it first.' : undefined}
          onRestored={restored}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'publish' && (
        <PublishPage
          slug={slug}
          empty={blocks.filter(({ id }) => emptyIds.has(id)).map(({ type }) => labelOf(type))}
          onPublish={() => {
            setDialog(undefined)
            void submit(true)
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'share' && <SharePreview slug={slug} dirty={editor.isDirty} onClose={() => setDialog(undefined)} />}
    </>
  )
}

/** Lists the courses that blocks name, and the topic of one of them. */
function namedIn(blocks: readonly FormBlock[]): { ids: string[]; topic: string } {
  const ids = blocks.flatMap(({ settings }) => [
    ...((settings.course_ids as string[] | undefined) ?? []),
    ...(typeof settings.course_id === 'string' ? [settings.course_id] : []),
  ])
  const topic = blocks.find(({ settings }) => settings.choice === 'topic')?.settings.topic
  return { ids: [...new Set(ids)].filter(Boolean).sort(), topic: typeof topic === 'string' ? topic : '' }
}

/** Fetches the courses, reviews and figures that the blocks show; undefined until they arrive. */
function useFacts(blocks: readonly FormBlock[]): PageFacts | undefined {
  const { ids, topic } = namedIn(blocks)
  const input = { ...(ids.length > 0 && { course_ids: ids.join(',') }), ...(topic && { topic }) }
  const { data } = useQuery({ ...adminApi.pages.facts.queryOptions({ input }), placeholderData: keepPreviousData })
  return data as PageFacts | undefined
}

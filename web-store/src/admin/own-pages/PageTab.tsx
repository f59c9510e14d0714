import { useQuery } from '@tanstack/react-query'
import type { Page } from 'contract/pages/pages'
import { useSearchParams } from 'react-router-dom'
import { Loading } from '../../ui/Loading.tsx'
import { useEarlierDraft } from '../forms/editor-drafts.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { PageEditor } from './PageEditor.tsx'
import type { PageForm } from './page-form.ts'
import { pageQuery } from './pages.queries.ts'

/** Edits the page that the address names. */
export default function PageTab() {
  const [search] = useSearchParams()
  const slug = search.get('slug') ?? ''
  const { data, error, refetch, isFetching } = useQuery(pageQuery(slug))
  const draftName = `page:${slug}`
  const draft = useEarlierDraft<PageForm>(draftName)
  if (error && !data) return <ErrorState title="Failed to load the page" error={error} onRetry={() => void refetch()} />
  // A form begins with the newest version.
  if (!data || draft === undefined || (isFetching && !data)) return <Loading />
  return <PageEditor key={slug} page={data.data as Page} etag={data.etag} draft={draft} draftName={draftName} />
}

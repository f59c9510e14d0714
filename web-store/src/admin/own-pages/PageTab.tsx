import { useQuery } from '@tanstack/react-query'
import type { Page } from 'contract/pages/pages'
import { Navigate, useSearchParams } from 'react-router-dom'
import { Loading } from '../../ui/Loading.tsx'
import { useEarlierDraft } from '../forms/editor-drafts.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { PageEditor } from './PageEditor.tsx'
import type { PageForm } from './page-form.ts'
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

import { useQuery } from '@tanstack/react-query'
import { blocksOf, pagePath, type ShownPage, slugAt } from 'contract/pages/blocks'
import { pageSharePath } from 'contract/share-picture'
import { contactDefaults } from 'contract/shop/home'
import { socialDefaults } from 'contract/shop/look'
import { useLocation } from 'react-router-dom'
import { api, isApiError } from '../../api/client.ts'
import { useBrand, useShop } from '../../content/brand.ts'
import { serverMarkup } from '../../first-page/server-markup.tsx'
import { language } from '../../language/language.ts'
import { t } from '../../language/text.ts'
import { PageBlocks } from '../../shared/blocks/PageBlocks.tsx'
import { LoadProblem } from '../../shared/LoadProblem.tsx'
import { Head } from '../../ui/Head.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { inPlace, later } from '../../ui/later.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'

const NotFound = serverMarkup(
  import.meta.env.SSR ? (await import('../../shared/NotFound.tsx')).default : undefined,
  () => import('../../shared/NotFound.tsx'),
)

const CoursePreview = later(() => import('./CoursePreview.tsx'), {
  now: import.meta.env.SSR ? (await import('./CoursePreview.tsx')).default : undefined,
  waiting: <Loading />,
  failed: inPlace,
})

/** A page of blocks: the front page, the one about the shop, or one below `/p/`. */
export default function OwnPage() {
  const { pathname, search } = useLocation()
  const slug = slugAt(pathname)
  const preview = new URLSearchParams(search).get('preview')?.slice(0, 200)
  const input = { slug, language, ...(preview !== undefined && { preview }) }
  const { data, error, isFetching, refetch } = useQuery(api.pages.show.queryOptions({ input }))
  if (data?.course) return <CoursePreview course={data.course} />
  if (data) return <Shown page={data as ShownPage} isPreview={preview !== undefined} />
  if (isApiError(error) && (error.status === 404 || error.status === 422)) return <NotFound />
  if (error) return <LoadProblem title={t('This page did not load')} busy={isFetching} onRetry={() => void refetch()} />
  return <Loading />
}

function Shown({ page, isPreview }: { page: ShownPage; isPreview: boolean }) {
  const blocks = blocksOf(page)
  const path = pagePath(page.slug)
  const [first] = blocks
  return (
    <>
      <Head
        title={page.title}
        description={page.description}
        {...(!isPreview && { canonicalPath: path })}
        image={pageSharePath(page)}
        structuredData={useStructuredData(page)}
      />
      {!(first?.type === 'hero' && first.settings.heading) && <VisuallyHidden as="h1">{page.title}</VisuallyHidden>}
      <PageBlocks blocks={blocks} facts={page.facts} />
    </>
  )
}

/** Returns data for search engines: who the shop is on the front page, and the courses of a page. */
function useStructuredData(page: ShownPage): Record<string, unknown>[] {
  const brand = useBrand()
  const { email } = useShop('contact', contactDefaults)
  const sameAs = Object.values(useShop('social', socialDefaults)).filter(Boolean)
  if (!import.meta.env.SSR) return []
  const { courses } = page.facts
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'WebPage',
      name: page.title,
      url: pagePath(page.slug),
      dateModified: page.changed_at,
      ...(page.description && { description: page.description }),
    },
    ...(page.slug === 'home'
      ? [
          {
            '@context': 'https://schema.org',
            '@type': 'Organization',
            name: brand.name,
            url: '/',
            ...(email && { email }),
            ...(brand.description && { description: brand.description }),
            ...(sameAs.length > 0 && { sameAs }),
          },
        ]
      : []),
    ...(courses.length > 0
      ? [
          {
            '@context': 'https://schema.org',
            '@type': 'ItemList',
            itemListElement: courses.map(({ course_id, name }, at) => ({
              '@type': 'ListItem',
              position: at + 1,
              name,
              url: `/course/${encodeURIComponent(course_id)}`,
            })),
          },
        ]
      : []),
  ]
}

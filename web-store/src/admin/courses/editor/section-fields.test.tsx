import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, it } from 'vitest'
import { type Platform, PlatformProvider } from '../../host/platform.tsx'
import { BannerField } from './BannerField.tsx'
import { type CourseForm, emptyCourse, lineLists } from './course-form.ts'
import { blockFields } from './section-fields.tsx'
import { sections } from './sections.ts'

const card = { title: 'a', image: 'b' }
/** One entry in each list. */
const filled: CourseForm = {
  ...emptyCourse,
  kind: 'bundle',
  ...(Object.fromEntries(lineLists.map((name) => [name, [{ value: 'a' }]])) as Pick<
    CourseForm,
    (typeof lineLists)[number]
  >),
  product_content_samples: [{ ...card, subtitle: 'c' }],
  bonuses: [card],
  exclusive_bonuses: [card],
  CUSTOMER_REVIEWS: [{ image: 'b' }],
  faq: [{ question: 'a', answer: 'b' }],
}

/** The name of each value, as the form has it: `faq.0.answer`. */
const namesOf = (value: unknown, name: string): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([part, below]) => namesOf(below, name ? `${name}.${part}` : part))
    : [name]

function Form({ course, file }: { course?: Partial<CourseForm>; file?: File }) {
  const form = useForm<CourseForm>({ defaultValues: { ...filled, ...course } })
  const banner = <BannerField file={file} fileUrl={undefined} sells onFile={() => {}} />
  return (
    <PlatformProvider platform={{} as Platform}>
      <QueryClientProvider client={new QueryClient()}>
        <FormProvider {...form}>
          {sections
            .flatMap(({ blocks }) => blocks)
            .map(({ id }) => (
              <section key={id}>{blockFields(id, banner)}</section>
            ))}
        </FormProvider>
      </QueryClientProvider>
    </PlatformProvider>
  )
}

it('each value of a course has one field in its form, by its name', () => {
  const markup = renderToStaticMarkup(<Form />)
  const fields = [...markup.matchAll(/<(?:input|textarea|select)[^>]* name="([^"]+)"/g)].map(([, name]) => name)
  // A bundle is never free.
  const { kind: _kind, free: _free, ...typed } = filled
  expect(fields.sort()).toEqual(namesOf(typed, '').sort())
})

/** The field of a name in the markup. */
const fieldOf = (name: string, form: Parameters<typeof Form>[0]) =>
  new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(renderToStaticMarkup(<Form {...form} />))?.[0] ?? ''

it('the link to a banner is marked as required while no file is chosen', () => {
  expect(fieldOf('banner', {})).toContain('aria-required="true"')
  expect(fieldOf('banner', { file: new File([], 'a.png') })).not.toContain('aria-required')
})

it.each([
  ['true', 'Lifetime access'],
  ['false', ''],
  ['Yours for two years', 'Yours for two years'],
])('lifetime access that is stored as “%s” is edited in the words of the sales page', (lifetime_access, words) => {
  expect(fieldOf('lifetime_access', { course: { lifetime_access } })).toContain(`value="${words}"`)
})

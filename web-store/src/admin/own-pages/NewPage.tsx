import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { useBrand } from '../../content/brand.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Stack } from '../../ui/layout.tsx'
import { FieldProblem } from '../forms/form-parts.tsx'
import { stepOnEnter } from '../forms/step-on-enter.ts'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { type StartName, startBody, starts } from './starts.ts'

const Kind = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minH: '13',
    px: '3.5',
    py: '2',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l2',
    cursor: 'pointer',
    '&:has(:checked)': { borderColor: 'action.fg', bg: 'action.subtle' },
    '&:has(:disabled)': { opacity: '.55', cursor: 'not-allowed' },
    '& small': { display: 'block', textStyle: 'sm', color: 'fg.muted' },
  },
})

type Values = { start: StartName; title: string; slug: string }

const slugOf = (title: string) =>
  title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)

type Props = { start: StartName; taken: readonly string[]; onClose: () => void }

/** Chooses what a new page is for; it begins with blocks to fill in, as a draft. */
export default function NewPage({ start: first, taken, onClose }: Props) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { name } = useBrand()
  const begin = (start: StartName): Values => ({
    start,
    slug: starts[start].slug,
    title: starts[start].example ? '' : name,
  })
  const form = useActionForm<Values, { page: { slug: string } }>({
    name: 'page:new',
    begun: begin(first),
    check: ({ title, slug }) => ({
      ...(title.trim() ? {} : { title: 'Title is required' }),
      ...(slug.trim() ? {} : { slug: 'Address is required' }),
    }),
    send: async ({ start, title, slug }) => {
      const added = await adminClient.pages.create({ slug, title })
      await adminClient.pages.update({
        params: { slug },
        headers: { 'if-match': `"page-${slug}-${added.page.version}"` },
        body: startBody(start, title),
      })
      return added
    },
    failed: 'The page was not added',
    fallback: 'The page could not be added. Please try again.',
    onDone: async ({ page }) => {
      await queries.invalidateQueries({ queryKey: adminApi.pages.key() })
      navigate(adminPaths.tab('page', { slug: page.slug }))
    },
  })
  const { start, title, slug } = form.values
  const isFixed = start === 'home' || start === 'about'
  const typeTitle = (next: string) => {
    const follows = !isFixed && (slug === slugOf(title) || slug === starts[start].slug)
    form.put({ title: next, ...(follows && { slug: slugOf(next) || starts[start].slug }) })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="New page"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="new-page" busy={form.isPending} busyText="Adding...">
            Add page
          </Button>
        </>
      }
    >
      <chakra.form
        method="post"
        id="new-page"
        noValidate
        display="grid"
        gap="4"
        onSubmit={form.submit}
        onKeyDown={stepOnEnter}
      >
        <Stack as="fieldset" border="0" p="0" m="0" minW="0" gap="2" aria-label="Kind of page">
          {(Object.keys(starts) as StartName[]).map((option) => (
            <Kind key={option}>
              <input
                type="radio"
                name="kind"
                checked={option === start}
                disabled={(option === 'home' || option === 'about') && taken.includes(option)}
                onChange={() => form.put(begin(option))}
              />
              <span>
                <b>{starts[option].label}</b>
                <small>{starts[option].about}</small>
              </span>
            </Kind>
          ))}
        </Stack>
        <Field
          label="Title"
          required
          maxLength={150}
          placeholder={starts[start].example && `For example: ${starts[start].example}`}
          help="For search results, shared links and your list."
          {...form.field('title')}
          onChange={({ target }: { target: { value: string } }) => typeTitle(target.value)}
        />
        {!isFixed && <Field label="Address" required maxLength={60} help={`/p/${slug}`} {...form.field('slug')} />}
        {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
      </chakra.form>
    </Dialog>
  )
}

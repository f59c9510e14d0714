import { chakra } from '@chakra-ui/react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText, isAuthError } from '../../api/client.ts'
import { Field } from '../../ui/Field.tsx'
import { Card } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient } from '../admin-api.ts'
import { Help } from '../parts/form-parts.tsx'
import { Segments } from '../parts/Segments.tsx'

/** Draft or published, and the place in the catalogue: saved at once, apart from the form. */
export function ShelfCard({ courseId }: { courseId: string }) {
  const queries = useQueryClient()
  const { data } = useQuery({ ...adminApi.courses.shelf.queryOptions({ input: { id: courseId } }), staleTime: 0 })
  const set = useMutation({
    mutationFn: (body: { published?: boolean; place?: number }) =>
      adminClient.courses.setShelf({ params: { id: courseId }, body }),
    onSuccess: ({ message, shelf }) => {
      toast.success(message, { id: 'shelf' })
      queries.setQueryData(adminApi.courses.shelf.queryKey({ input: { id: courseId } }), shelf)
      return queries.invalidateQueries({ queryKey: [...adminApi.courses.key(), 'list'] })
    },
    onError: (error) => {
      if (!isAuthError(error))
        toast.error('Catalogue not updated', { description: errorText(error, 'Please try again.') })
    },
  })
  if (!data) return null
  return (
    <Card display="flex" flexWrap="wrap" alignItems="center" gap="5" px="5" py="3.5" mb="5" aria-busy={set.isPending}>
      <Segments
        label="In the catalogue"
        value={data.published ? 'published' : 'draft'}
        onChange={(value) => set.mutate({ published: value === 'published' })}
        options={[
          ['published', 'Published'],
          ['draft', 'Draft'],
        ]}
      />
      <chakra.div flex="1" minW="180px">
        <Help>
          {data.published
            ? 'In the catalogue and on sale.'
            : 'Only you see it: it is in no list, has no page and cannot be bought. Students who have it keep it.'}
        </Help>
      </chakra.div>
      <chakra.div w="170px">
        <Field
          as="select"
          label="Place in the catalogue"
          value={data.place}
          onChange={(event) => set.mutate({ place: Number(event.target.value) })}
        >
          {Array.from({ length: Math.min(data.courses, 500) }, (_, index) => index + 1).map((place) => (
            <option key={place} value={place}>
              {place} of {data.courses}
            </option>
          ))}
          {data.place > 500 && <option value={data.place}>{data.place}</option>}
        </Field>
      </chakra.div>
    </Card>
  )
}

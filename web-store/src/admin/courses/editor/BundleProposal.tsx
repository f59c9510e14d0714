import { useFormContext } from 'react-hook-form'
import { Button } from '../../../ui/Button.tsx'
import { Help, Tools } from '../../forms/form-parts.tsx'
import { useBundleCards } from './BundleCourses.tsx'
import { type Proposed, proposalsFor } from './bundle-texts.ts'
import type { CourseForm } from './course-form.ts'

/** Fills what is empty of these fields of a bundle with what its courses say, to be changed and saved as if it were typed. */
export function BundleProposal({ fields }: { fields: readonly Proposed[] }) {
  const { watch } = useFormContext<CourseForm>()
  return watch('kind') === 'bundle' ? <Proposal fields={fields} /> : null
}

function Proposal({ fields }: { fields: readonly Proposed[] }) {
  const { watch, setValue, formState } = useFormContext<CourseForm>()
  const typed = watch()
  const ids = typed.bundle_courses.map(({ value }) => value)
  const { cards } = useBundleCards(ids)
  const proposals = Object.entries(
    proposalsFor(
      fields,
      typed,
      ids.flatMap((id) => cards.get(id) ?? []),
    ),
  )
  if (cards.size === 0 || proposals.length === 0) return null
  const fill = () => {
    for (const [field, text] of proposals)
      setValue(field as Proposed, text, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }
  return (
    <Tools>
      <Button variant="outline" size="sm" onClick={fill}>
        Fill in from its courses
      </Button>
      <Help>Only what is empty. You can change it before you save.</Help>
    </Tools>
  )
}

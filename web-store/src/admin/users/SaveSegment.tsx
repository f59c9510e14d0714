import { NewSegment, type SavedSegment, type SegmentRule } from 'contract/segments'
import { adminApi } from '../host/admin-api.ts'
import { actionDialog } from '../kit/action-dialog.tsx'
import { text } from '../kit/fields.tsx'

type Props = { rules: readonly SegmentRule[]; saved: readonly SavedSegment[] }

const namedAs = (name: string, saved: Props['saved']) =>
  saved.find((one) => one.name.toLowerCase() === name.trim().toLowerCase())

const { create, update } = adminApi.segments

/** Asks for the name of a segment. The name of a saved one replaces its rules. */
export default actionDialog({
  title: () => 'Save this segment',
  call: {
    key: create.key,
    call: ({ body: { name }, rules, saved }: Props & { body: { name: string } }) => {
      const segment = { all: [...rules] }
      const same = namedAs(name, saved)
      return same
        ? update.call({ params: { segment_id: same.segment_id }, body: { segment } })
        : create.call({ name, segment })
    },
  },
  of: (props: Props) => props,
  draft: () => 'segment:new',
  fields: { name: text('Name', { maxLength: 60, own: false }) },
  schema: NewSegment.pick({ name: true }),
  codes: { segment_exists: 'name' },
  more: ({ name }, { saved }) => {
    const same = namedAs(name, saved)
    return {
      name: {
        help: same
          ? `Replaces the rules of ${same.name}.`
          : 'It counts itself again each time you open it. Emails can use it.',
      },
    }
  },
  save: ({ name }, { saved }) => (namedAs(name, saved) ? 'Replace segment' : 'Save segment'),
  failed: 'The segment was not saved',
})

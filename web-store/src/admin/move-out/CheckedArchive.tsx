import { useQueryClient } from '@tanstack/react-query'
import type { ArchiveCheck, MoveArchiveState } from 'contract/move-archive'
import { useState } from 'react'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { bytesText } from '../../ui/bytes-text.ts'
import { chakra } from '../../ui/chakra.ts'
import { countText } from '../../ui/format.ts'
import { Choice, FieldProblem, Help } from '../forms/form-parts.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'

const List = chakra('ul', { base: { ps: '5', listStyleType: 'disc', overflowWrap: 'anywhere' } })

/** Shows what a checked archive would bring and what it would not. Nothing is made before the press. */
export function CheckedArchive({ archive, check }: { archive: MoveArchiveState; check: ArchiveCheck }) {
  const queries = useQueryClient()
  const [settings, setSettings] = useState(false)
  const { archive_id, file_name } = archive
  const refresh = () => queries.invalidateQueries({ queryKey: adminApi.moveArchive.key() })
  const run = useSubmission({
    mutationFn: () => adminClient.moveArchive.run({ archive_id, settings }),
    // Another tab may have begun it.
    onSettled: refresh,
  })
  const discard = useSubmission({
    mutationFn: () => adminClient.moveArchive.discard({ archive_id }),
    onSettled: refresh,
  })
  const problem = run.error ?? discard.error
  return (
    <chakra.div display="grid" gap="3.5" minW="0">
      <chakra.h3 textStyle="h3" overflowWrap="anywhere">
        {file_name}
      </chakra.h3>
      <div>
        <chakra.p fontWeight="600">Moves in</chakra.p>
        <List>
          {broughtBy(check).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </List>
      </div>
      {check.lost.length > 0 && (
        <div>
          <chakra.p fontWeight="600">Stays behind</chakra.p>
          <List>
            {check.lost.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </List>
        </div>
      )}
      <Choice>
        <input type="checkbox" checked={settings} onChange={({ target }) => setSettings(target.checked)} />
        Take the name, people and texts of the other shop too. They replace yours.
      </Choice>
      <Help>Nothing has been made or sent yet. GST details, invoice numbers and keys are typed here again.</Help>
      {problem && <FieldProblem>{errorText(problem, 'Nothing was changed. Please try again.')}</FieldProblem>}
      <chakra.div display="flex" flexWrap="wrap" gap="2.5">
        <Button busy={run.isPending} busyText="Starting..." onClick={() => run.mutate()}>
          Move in
        </Button>
        <Button variant="outline" busy={discard.isPending} busyText="Discarding..." onClick={() => discard.mutate()}>
          Discard
        </Button>
      </chakra.div>
    </chakra.div>
  )
}

function broughtBy(check: ArchiveCheck): string[] {
  const lines: [count: number, noun: string, more?: string][] = [
    [check.files, 'file', `, ${bytesText(check.bytes)}`],
    [check.courses_new, 'new course'],
    [check.courses_same, 'course', ' that you have already, for its students'],
    [check.accounts, 'new account'],
    [check.known, 'student', ' who has an account'],
    [check.enrolments, 'enrolment', ', with progress'],
    [check.orders, 'order', ' as past orders, with their numbers'],
    [check.past_orders, 'past order', ' of the shop before that'],
    [check.promocodes, 'promo code'],
    [check.coins, 'coin', ' of new accounts'],
  ]
  return lines.flatMap(([count, noun, more = '']) => (count > 0 ? [countText(count, noun) + more] : []))
}

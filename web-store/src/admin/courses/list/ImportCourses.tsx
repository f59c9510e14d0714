import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ImportLine, type ImportState, LINES_AT_ONCE } from 'contract/courses/import'
import { useState } from 'react'
import { errorText, isAuthError } from '../../../api/client.ts'
import { useSubmission } from '../../../api/use-submission.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { countText } from '../../../ui/format.ts'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { toast } from '../../../ui/toaster.ts'
import { useIsHere } from '../../../ui/use-is-here.ts'
import { FieldProblem, Help } from '../../forms/form-parts.tsx'
import { PlannedLines, type StateLooks } from '../../forms/PlannedLines.tsx'
import { TableFile } from '../../forms/TableFile.tsx'
import { adminApi, adminClient } from '../../host/admin-api.ts'

const looks: StateLooks<ImportState> = {
  invalid: { label: 'Needs fixing', palette: 'danger' },
  duplicate: { label: 'Duplicate line', palette: 'gray' },
  new: { label: 'New course', palette: 'success' },
  changed: { label: 'Changes', palette: 'action' },
  same: { label: 'Stays as it is', palette: 'gray' },
}

const isToDo = ({ state }: ImportLine) => state === 'new' || state === 'changed'

/** Brings what is to do in, some lines at a time, for as long as `goesOn`; what was done stays when it is broken off. */
async function bringIn(
  text: string,
  lines: readonly ImportLine[],
  { goesOn, onProgress }: { goesOn: () => boolean; onProgress: (done: number) => void },
) {
  const sum = { created: 0, changed: 0, refused: [] as { line: number; reason: string }[] }
  for (let from = 0; from < lines.length && goesOn(); from += LINES_AT_ONCE) {
    const part = lines.slice(from, from + LINES_AT_ONCE)
    if (part.some(isToDo)) {
      const done = await adminClient.courses.import({ text, from, count: part.length })
      sum.created += done.created
      sum.changed += done.changed
      sum.refused.push(...done.refused)
    }
    onProgress(from + part.length)
  }
  return sum
}

/** Courses out of a CSV file: first what each line would do, with errors by line and column, then one press does it. */
export default function ImportCourses({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const [done, setDone] = useState(0)
  const plan = useMutation({
    mutationFn: async (text: string) => ({ text, ...(await adminClient.courses.planImport({ text })) }),
  })
  const { text = '', lines = [], unknown = [] } = plan.data ?? {}
  const todo = lines.filter(isToDo).length
  const here = useIsHere()
  const run = useSubmission({
    mutationFn: () => bringIn(text, lines, { goesOn: () => here.current, onProgress: setDone }),
    onSuccess: ({ created, changed }) => {
      if (here.current) return
      const made = `${countText(created, 'course')} made, ${changed.toLocaleString('en-IN')} changed.`
      toast.info('Import stopped', { description: `${made} What is done stays.` })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: adminApi.courses.key() }),
  })
  return (
    <Dialog
      open
      size="wide"
      title="Import courses"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {run.isPending ? 'Stop' : run.data ? 'Close' : 'Cancel'}
          </Button>
          {todo > 0 && !run.data && (
            <Button busy={run.isPending} busyText="Importing..." onClick={() => run.mutate()}>
              Import {countText(todo, 'course')}
            </Button>
          )}
        </>
      }
    >
      <chakra.div display="grid" gap="3">
        <TableFile
          disabled={run.isPending}
          onText={(read) => {
            run.reset()
            setDone(0)
            if (read === undefined) plan.reset()
            else plan.mutate(read)
          }}
        />
        <Help>
          The first line names the columns: Title, Description, Price, Category, Level, Image, State. An image is a link
          or the name of a file in your library. New courses begin as drafts. Nothing changes before you have seen it.
        </Help>
        <chakra.div role="status">
          {plan.isPending && <p>Checking...</p>}
          {plan.error && !isAuthError(plan.error) && (
            <FieldProblem>{errorText(plan.error, 'The table could not be checked. Please try again.')}</FieldProblem>
          )}
          {run.isPending && (
            <ProgressBar percent={Math.floor((100 * done) / Math.max(1, lines.length))} label="Lines done" />
          )}
          {run.error && !isAuthError(run.error) && (
            <FieldProblem>
              {errorText(run.error, 'Please try again.')} What is done stays, and doing it again changes only the rest.
            </FieldProblem>
          )}
          {run.data && (
            <chakra.p fontWeight="600">
              {countText(run.data.created, 'course')} made, {run.data.changed.toLocaleString('en-IN')} changed.
            </chakra.p>
          )}
          {run.data?.refused.map(({ line, reason }) => (
            <FieldProblem key={line}>
              Line {line}: {reason}
            </FieldProblem>
          ))}
          {unknown.length > 0 && <Help>Columns that are not used: {unknown.join(', ')}</Help>}
        </chakra.div>
        {lines.length > 0 && (
          <PlannedLines
            lines={lines}
            looks={looks}
            about={['Course', ({ name }) => name || 'No title']}
            detail={({ state, changes, problems }) => (
              <>
                {state === 'changed' && changes.join(', ')}
                {problems.map(({ column, message }) => `${column}: ${message}`).join('; ')}
              </>
            )}
            frame={(table) => (
              <chakra.div maxH={{ md: '44vh' }} overflowY={{ md: 'auto' }}>
                {table}
              </chakra.div>
            )}
          />
        )}
      </chakra.div>
    </Dialog>
  )
}

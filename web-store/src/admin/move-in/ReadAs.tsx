import { useQueryClient } from '@tanstack/react-query'
import { Encoding } from 'contract/foreign-table'
import type { ReadFile } from 'contract/move-in/file'
import { useState } from 'react'
import type { z } from 'zod'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { countText } from '../../ui/format.ts'
import { Card } from '../../ui/layout.tsx'
import { FieldProblem } from '../forms/form-parts.tsx'
import { consoleDrafts } from '../forms/use-action-form.ts'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminClient } from '../host/admin-api.ts'
import { Table } from '../lists/table-parts.tsx'
import { draftQuery, useMoveRefresh } from './move-in.queries.ts'
import { useMoveParams } from './use-move-params.ts'

const encodings: Record<z.output<typeof Encoding>, string> = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16, big endian)',
  'windows-1252': 'Western (Windows 1252)',
}

/** Number of columns that show whether a table was read right. */
const SHOWN = 8

/** Changes sheet, row of headings and encoding of a file, with samples to compare. */
export function ReadAs({ read }: { read: ReadFile }) {
  const queries = useQueryClient()
  const refresh = useMoveRefresh()
  const { go } = useMoveParams()
  const [, setTyped] = consoleDrafts.useDraft(`move-in:${read.move_id}`)
  const [head, setHead] = useState(String(read.head_row))
  const again = useSubmission({
    mutationFn: (change: { encoding?: z.output<typeof Encoding>; sheet?: string; head_row?: number }) =>
      adminClient.moveIn.readAgain({ move_id: read.move_id, ...change }),
    onSuccess: (next) => {
      // Choices are about columns that may be gone.
      setTyped(undefined)
      setHead(String(next.head_row))
      queries.setQueryData(draftQuery(read.move_id).queryKey, { read: next, plan: null })
      return refresh()
    },
  })
  const row = Number(head)
  const isRow = Number.isInteger(row) && head.trim() !== '' && row >= 0 && row <= 100
  return (
    <chakra.div display="grid" gap="4">
      <Card padded display="grid" gap="4.5">
        <chakra.h2 textStyle="h3" overflowWrap="anywhere">
          {read.file_name}
        </chakra.h2>
        <chakra.p color="fg.muted" role="status">
          {again.isPending ? 'Reading...' : countText(read.rows, 'row')}
        </chakra.p>
        {read.problem && <FieldProblem>{read.problem}</FieldProblem>}
        <chakra.div
          display="grid"
          gap="4.5"
          alignItems="start"
          gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'repeat(3,minmax(0,1fr))' }}
        >
          {read.sheets.length > 1 && (
            <Field
              as="select"
              label="Sheet"
              value={read.sheet ?? ''}
              onChange={({ target }) => again.mutate({ sheet: target.value })}
            >
              {read.sheets.map((sheet) => (
                <option key={sheet}>{sheet}</option>
              ))}
            </Field>
          )}
          {read.encoding && (
            <Field
              as="select"
              label="Letters"
              value={read.encoding}
              help={read.encoding_sure ? undefined : 'Do names look right below? Choose another one if they do not.'}
              onChange={({ target }) => again.mutate({ encoding: Encoding.parse(target.value) })}
            >
              {Encoding.options.map((encoding) => (
                <option key={encoding} value={encoding}>
                  {encodings[encoding]}
                </option>
              ))}
            </Field>
          )}
          <Field
            label="Row of the headings"
            inputMode="numeric"
            value={head}
            error={isRow ? undefined : 'Must be a row from 1 to 100, or 0 for none'}
            onChange={({ target }) => setHead(target.value)}
            onBlur={() => isRow && row !== read.head_row && again.mutate({ head_row: row })}
          />
        </chakra.div>
        {again.error && (
          <FieldProblem>
            {errorText(again.error, 'The file could not be read this way. Please try again.')}
          </FieldProblem>
        )}
      </Card>
      {read.columns.length > 0 && (
        <Card overflow="hidden">
          <Table>
            <thead>
              <tr>
                <th scope="col">In your file</th>
                <th scope="col">For example</th>
              </tr>
            </thead>
            <tbody>
              {read.columns.slice(0, SHOWN).map(({ heading, samples }) => (
                <tr key={heading}>
                  <td data-lead>{heading}</td>
                  <td data-whole-line>
                    <chakra.span overflowWrap="anywhere" color="fg.muted">
                      {samples.join(', ')}
                    </chakra.span>
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </Card>
      )}
      <chakra.div display="flex" flexWrap="wrap" gap="3" justifyContent="space-between">
        <Button variant="outline" onClick={() => go('files')}>
          Other file
        </Button>
        <WaitingButton
          waitsFor={
            again.isPending
              ? 'Wait until the file is read again'
              : read.problem !== null && 'Choose how to read the file first'
          }
          onClick={() => go('match', read.move_id)}
        >
          Match {countText(read.rows, 'row')}
        </WaitingButton>
      </chakra.div>
    </chakra.div>
  )
}

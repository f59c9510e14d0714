import { decodeText } from 'contract/decode-text'
import { useId, useRef, useState } from 'react'
import { FilePlace } from '../../shared/work/FilePlace.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Row, Stack } from '../../ui/layout.tsx'
import { FieldProblem, Muted } from '../forms/form-parts.tsx'

const NO_TEXT = 'This file holds no text. Save the table as CSV (UTF-8) and choose that.'
const UNREAD = 'This file could not be read. Please choose it again.'

/** Chooses a table, also the same file again after an edit, which browsers do not report by themselves. */
export function TableFile({ onText }: { onText: (text: string) => void }) {
  const id = useId()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const chosen = useRef<File>(undefined)
  const read = async (file: File) => {
    chosen.current = file
    setName(file.name)
    setProblem(undefined)
    const bytes = await file.arrayBuffer().catch(() => undefined)
    // The newest choice wins.
    if (chosen.current !== file) return
    const decoded = bytes && decodeText(new Uint8Array(bytes))
    if (decoded && 'text' in decoded) return onText(decoded.text)
    setProblem(bytes ? (decoded?.problem ?? NO_TEXT) : UNREAD)
  }
  return (
    <Stack gap="1.5">
      <chakra.label htmlFor={id} textStyle="label">
        CSV file
      </chakra.label>
      <Row flexWrap="wrap">
        <FilePlace>
          {name ? 'Choose another file' : 'Choose a file'}
          <input
            id={id}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onClick={({ currentTarget }) => {
              currentTarget.value = ''
            }}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) void read(file)
            }}
          />
        </FilePlace>
        <Muted as="span" role="status" overflowWrap="anywhere" minW="0">
          {name}
        </Muted>
      </Row>
      <div role="alert">{problem && <FieldProblem>{problem}</FieldProblem>}</div>
    </Stack>
  )
}

import { Encoding } from 'contract/foreign-table'
import type { ReadFile } from 'contract/move-in/file'
import { useState } from 'react'
import type { z } from 'zod'
import { Disclosure } from '../../shared/Disclosure.tsx'
import { Field } from '../../ui/Field.tsx'
import { Two } from '../forms/form-parts.tsx'

const encodings: Record<z.output<typeof Encoding>, string> = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16, big endian)',
  'windows-1252': 'Western (Windows 1252)',
}

type How = { encoding?: z.output<typeof Encoding>; sheet?: string; head_row?: number }

/** Changes sheet, row of headings and encoding of a file; they stand open where the file leaves a question. */
export function ReadAs({ read, onChange }: { read: ReadFile; onChange: (how: How) => void }) {
  const [head, setHead] = useState<string>()
  const row = Number(head)
  const isRow = head === undefined || (/^\d{1,3}$/.test(head) && row <= 100)
  const fields = (
    <Two>
      {read.sheets.length > 1 && (
        <Field
          as="select"
          label="Sheet"
          value={read.sheet ?? ''}
          onChange={({ target }) => onChange({ sheet: target.value })}
        >
          {read.sheets.map((sheet) => (
            <option key={sheet}>{sheet}</option>
          ))}
        </Field>
      )}
      {read.encoding && (
        <Field
          as="select"
          label="Encoding"
          value={read.encoding}
          help={read.encoding_sure ? undefined : 'Do names look right below? Choose another one if they do not.'}
          onChange={({ target }) => onChange({ encoding: Encoding.parse(target.value) })}
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
        value={head ?? String(read.head_row)}
        error={isRow ? undefined : 'Must be a row from 1 to 100, or 0 for none'}
        onChange={({ target }) => setHead(target.value)}
        onBlur={() => head !== undefined && isRow && row !== read.head_row && onChange({ head_row: row })}
      />
    </Two>
  )
  const isPlain = read.encoding_sure && read.sheets.length < 2 && read.problem === null
  return isPlain ? <Disclosure label="Read it in another way">{fields}</Disclosure> : fields
}

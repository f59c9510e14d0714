import { useId, useState } from 'react'
import { FilePlace } from '../../shared/FilePlace.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Row, Stack } from '../../ui/layout.tsx'

/** Where a table is chosen; the same one, too, once it was mended: the browser by itself tells only of another. */
export function TableFile({ disabled = false, onFile }: { disabled?: boolean; onFile: (file: File) => void }) {
  const id = useId()
  const [name, setName] = useState('')
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
            disabled={disabled}
            onClick={({ currentTarget }) => {
              currentTarget.value = ''
            }}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (!file) return
              setName(file.name)
              onFile(file)
            }}
          />
        </FilePlace>
        <chakra.span role="status" textStyle="sm" color="fg.muted" overflowWrap="anywhere" minW="0">
          {name}
        </chakra.span>
      </Row>
    </Stack>
  )
}

import { chakra } from '../../ui/chakra.ts'

/** The browser's own button, in our look. */
const FILE_BUTTON = {
  '&::file-selector-button': {
    minH: '9',
    px: '3',
    me: '3',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: '8px',
    bg: 'bg.panel',
    color: 'fg',
    fontWeight: '550',
    cursor: 'pointer',
  },
}

/** Where a table is chosen; the same one, too, once it was mended: the browser by itself tells only of another. */
export function TableFile({ disabled = false, onFile }: { disabled?: boolean; onFile: (file: File) => void }) {
  return (
    <chakra.label display="grid" gap="1.5" textStyle="label">
      CSV file
      <chakra.input
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        disabled={disabled}
        maxW="full"
        textStyle="sm"
        color="fg.muted"
        css={FILE_BUTTON}
        onClick={({ currentTarget }: { currentTarget: HTMLInputElement }) => {
          currentTarget.value = ''
        }}
        onChange={({ target }: { target: HTMLInputElement }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
        }}
      />
    </chakra.label>
  )
}

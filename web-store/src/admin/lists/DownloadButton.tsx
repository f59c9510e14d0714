import type { ReactNode } from 'react'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button, type ButtonProps } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconDownload } from '../../ui/secondary-icons.ts'
import { toast } from '../../ui/toaster.ts'
import { usePlatform } from '../host/platform.tsx'
import { fileOf, hasNoRows } from './export-table.ts'

type DownloadProps = Omit<ButtonProps, 'onClick' | 'busy'> & {
  /** Reads a file, its bytes, or the text of a table; undefined once it has saved several by itself. */
  read: () => Promise<unknown>
  /** The name that it gets; by default its own. */
  name?: string
  /** Titles the notice of a failure. */
  failed: string
  /** The notice in place of a table without rows. */
  none?: string
  /** Receives a failure in place of a notice, which a drawer would hide. */
  onProblem?: (problem: string | undefined) => void
  children: ReactNode
}

/** Saves a file that a call answers. */
export function DownloadButton({ read, name, failed, none, onProblem, children, ...rest }: DownloadProps) {
  const platform = usePlatform()
  const save = useSubmission({
    mutationFn: async () => {
      onProblem?.(undefined)
      const answer = await read()
      if (answer === undefined) return
      const file = await fileOf(answer)
      if (none && (await hasNoRows(file))) return toast.info(none)
      await platform.saveFile(name ?? (file as File).name, file)
    },
    onError: (error) => {
      const why = errorText(error, 'Please try again.')
      if (onProblem) onProblem(`${failed}. ${why}`)
      else toast.error(failed, { description: why })
    },
  })
  return (
    <Button variant="outline" busyText="Downloading..." {...rest} busy={save.isPending} onClick={() => save.mutate()}>
      <Icon of={IconDownload} {...(rest.size === 'sm' && { size: 16 })} />
      {children}
    </Button>
  )
}

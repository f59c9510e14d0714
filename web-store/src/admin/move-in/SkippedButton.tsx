import { adminClient } from '../host/admin-api.ts'
import { DownloadButton } from '../lists/DownloadButton.tsx'
import type { MoveState } from './move-in.queries.ts'

/** Downloads the rows that were left out or lost a cell, with their reasons, to mend and to bring again. */
export const SkippedButton = ({ move: { move_id, file_name } }: { move: MoveState }) => (
  <DownloadButton
    read={() => adminClient.moveIn.skipped({ move_id })}
    name={`${file_name.replace(/\.[^.]+$/, '')} left out.csv`}
    failed="These rows could not be downloaded"
  >
    Download these rows
  </DownloadButton>
)

import { isApiError } from '../../api/client.ts'
import { adminClient } from '../host/admin-api.ts'
import { SendError } from '../media/queue/send-file.ts'
import type { QueueHost } from '../media/queue/upload-types.ts'

/** Puts an uploaded quality into the set of its video. */
export const takePart: QueueHost['takePart'] = async ({ set_of, ...part }, upload_id) => {
  try {
    await adminClient.media.takeRung({ params: { media_id: set_of }, body: { ...part, upload_id } })
  } catch (error) {
    throw isApiError(error) ? new SendError(error.message, error.status) : error
  }
}

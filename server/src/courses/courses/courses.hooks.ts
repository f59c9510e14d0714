import { fileReplaced } from '../media/library/replace-file.ts'
import { replaceAddresses } from './courses-by-media.queries.ts'

export const joins = () => [fileReplaced.by(replaceAddresses)]

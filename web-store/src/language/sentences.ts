import { onSentences } from './text.ts'

// Other sentences of server and contract, mostly errors; the build inserts the language's `said.json` here.
onSentences({})

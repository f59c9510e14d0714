import { lessonDrafts } from './lesson-drafts.ts'

/** Words of work that is not handed in yet; the key is of this try: sent again under it, it counts once. */
type WorkInHand = { text: string; key: string }

export const workDrafts = lessonDrafts<WorkInHand>('work', ({ text, key }) =>
  typeof text === 'string' && typeof key === 'string' && key.length >= 8 ? { text, key } : undefined,
)

/** The file that is on its way, and the address where it is continued. */
type WorkUpload = { name: string; size: number; modified: number; url: string }

export const workUploads = lessonDrafts<WorkUpload>('upload', ({ name, size, modified, url }) =>
  typeof name === 'string' && typeof size === 'number' && typeof modified === 'number' && typeof url === 'string'
    ? { name, size, modified, url }
    : undefined,
)

import { by, gone, plain, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'media.uploadImage': plain('uploaded'),
  'media.uploadVideo': plain('uploaded'),
  'media.rename': by('renamed', 'to'),
  'media.delete': gone('deleted the file'),
  'media.deleteMany': gone('deleted the file'),
  'media.move': ({ after }) => ({
    did: 'moved',
    rest: after?.folder ? `to the folder ${after.folder}` : 'to no folder',
    to: null,
  }),
  'media.replace': by('replaced', 'by'),
  'media.takeRung': plain('added a quality to'),
}

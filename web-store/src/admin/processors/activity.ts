import { changed, gone, plain, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'processors.add': plain('added the processor'),
  'processors.update': changed,
  'processors.delete': gone('removed the processor'),
}

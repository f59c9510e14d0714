import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  tables: {
    video_sets: {
      holds: 'the catalogue: texts and files of the shop',
      archive: { without: 'made again from the files: qualities of videos and narrower pictures' },
    },
    video_rungs: {
      holds: 'the catalogue: texts and files of the shop',
      archive: { without: 'made again from the files: qualities of videos and narrower pictures' },
    },
    video_turn: {
      holds: 'the program at work',
      archive: { without: 'made again from the files: qualities of videos and narrower pictures' },
    },
  },
})

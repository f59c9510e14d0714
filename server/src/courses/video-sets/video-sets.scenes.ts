// These calls need a lesson's video with readable content.
export const unreached = ['media.setPlan', 'media.takeRung']

// Apart from the calls, for whoever needs no schemas.

/** LUFS. What is as quiet as the least is silence, which has no loudness; nothing that is heard undistorted is above the most. */
export const [LEAST_LOUDNESS, MOST_LOUDNESS] = [-70, 0]

/**
 * Stands in for `hoist-non-react-statics`, which Emotion needs for a higher-order component that nobody here uses and which
 * no bundler can tell away.
 */
export default function hoistNonReactStatics<T>(target: T): T {
  return target
}

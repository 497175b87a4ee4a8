/** Resolves with undefined if a promise takes longer. No timer outlives it: in a rush there would be a thousand of them. */
export const within = async <T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
};

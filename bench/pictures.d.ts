export const drawnPictures: () => Promise<ReadonlyMap<string, Buffer>>;

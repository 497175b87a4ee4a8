import { blocks } from '../families/blocks/family.ts';

/**
 * Klotski, Huarong Dao, 箱入り娘: the 2 × 2 block has to reach the middle of the bottom (Gardner 1964). The start is Heng
 * Dao Li Ma; the others are classic layouts of Huarong Dao by their names.
 */
export const klotski = blocks({
  id: 'klotski',
  rows: 5,
  columns: 4,
  goal: 'bottom-middle',
  freedom: 'free',
  metric: 'moves',
  form: { empty: '.', separator: '/', size: [5, 4] },
  states: 25_955,
  landmarks: [
    { name: 'start', position: 'ABBC/ABBC/DEEF/DGHF/I..J' },
    { name: 'zhi-hui-ruo-ding', position: 'ABBC/ABBC/GEEH/DIJF/D..F' },
    { name: 'qi-tou-bing-jin', position: 'ABBC/ABBC/GHIJ/DEEF/D..F' },
    { name: 'bing-fen-san-lu', position: 'GBBH/ABBC/AEEC/DIJF/D..F' },
    { name: 'jiang-yong-cao-ying', position: '.BB./ABBC/ADFC/GDFH/EEIJ' },
    { name: 'tao-hua-yuan-zhong', position: 'GBBH/ABBC/ADFC/IDFJ/.EE.' },
    { name: 'zuo-you-bu-bing', position: 'GBBH/IBBJ/ACDF/ACDF/.EE.' },
    { name: 'yi-lu-jin-jun', position: 'ABBG/ABBH/CDFI/CDFJ/.EE.' },
    { name: 'jie-zu-xian-deng', position: 'GBBH/IBBJ/.EE./ACDF/ACDF' },
    { name: 'shui-xie-bu-tong', position: 'ABBG/ABBH/CCDD/EEFF/I..J' },
    { name: 'guo-wu-guan', position: 'GBBH/IBBJ/CCDD/EEFF/.AA.' },
  ],
});

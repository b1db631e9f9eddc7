/* palette.h -- the colours of the map, as string literals. */
#ifndef ART_PALETTE_H
#define ART_PALETTE_H

#define INK      "#4a3222"
#define INK2     "#6d4e33"
#define GREENINK "#46512b"
#define SHADE    "#3a2a3a"
#define FIGINK   "#2f2018"
#define HALO     "#fbf3df"

#define MEADOW       "#bfbf6b"
#define MEADOW_LIGHT "#cecd80"
#define MEADOW_DARK  "#a4a957"
#define BLADE        "#838c44"

#define ROAD      "#efe0b8"
#define ROAD_EDGE "#cfae74"
#define RUT       "#d8c08c"

#define SAND       "#dcbf8e"
#define SAND_LIGHT "#ead3a6"
#define SAND_MARK  "#c9a670"

#define STONE       "#e9dcbd"
#define STONE_TOP   "#f4ebd2"
#define STONE_SHADE "#c2ad86"
#define STONE_DEEP  "#a08a66"

#define ROOF1         "#c9683c"
#define ROOF1_LIGHT   "#e0895a"
#define ROOF1_DARK    "#a04a2b"
#define ROOF2         "#bb5633"
#define ROOF2_LIGHT   "#d67a4e"
#define ROOF2_DARK    "#8f3f26"
#define ROOF3         "#d38049"
#define ROOF3_LIGHT   "#e8a066"
#define ROOF3_DARK    "#ab5c30"
#define PLASTER       "#f3e6c8"
#define PLASTER_SHADE "#dcc79f"

#define SLATE       "#62748a"
#define SLATE_LIGHT "#8798a8"
#define SLATE_DARK  "#46566b"

#define WATER_EDGE  "#34687a"
#define WATER_DEEP  "#4b8798"
#define WATER       "#79b2bd"
#define WATER_MID   "#8abfc6"
#define WATER_LIGHT "#a9d2d2"
#define BANK        "#cdbf86"

#define TREE          "#7c9442"
#define TREE_LIGHT    "#a3b257"
#define TREE_DARK     "#566d31"
#define OLIVE         "#94a272"
#define OLIVE_LIGHT   "#b4bd8e"
#define OLIVE_DARK    "#6d7b55"
#define CYPRESS       "#4f6b3c"
#define CYPRESS_LIGHT "#6f8a4b"

#define WHEAT         "#d6c369"
#define WHEAT_LINE    "#bfa048"
#define VINE          "#b4b566"
#define VINE_LINE     "#6f8640"
#define LAVENDER      "#b9b17d"
#define LAVENDER_LINE "#8d77a6"
#define PLOUGH        "#c5af73"
#define PLOUGH_LINE   "#a88855"
#define FALLOW        "#c4c575"
#define GROVE         "#c2bd70"

#define RED_FLOWER    "#c8452f"
#define WHITE_FLOWER  "#f6efd9"
#define VIOLET_FLOWER "#8d74ab"

#define GOLD       "#dba92c"
#define GOLD_LIGHT "#f4d778"
#define GOLD_DARK  "#a9761a"
#define AZURE      "#2a5488"
#define AZURE_DARK "#1c3a63"
#define RED        "#a9352a"
#define PARCHMENT  "#f6ead0"
#define TABLE      "#e7d8b6"
#define TABLE_LINE "#cdb98e"

#endif

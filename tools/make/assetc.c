/* assetc.c -- the page as a table in C: every file of a folder, plain and packed.
 *
 *     assetc FOLDER OUT          writes OUT/assets.c and OUT/assets-N.gz
 *
 * The assembler takes the bytes in (embed.h). Files are packed here, once, so that the server
 * never has to; of what is packed the plain bytes are left out, which halves the page's part of
 * the program. Without the folder the page is one that says so. */
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#ifdef ASSETC_DEFLATE
#include <libdeflate.h>
#else
#include <zlib.h>
#endif

enum { FILES_MAX = 2000, PATH_SIZE = 1024 };

static const char placeholder[] =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Aude</title>"
    "<p>This aude was built without its page. The server works, for bots and for "
    "pages elsewhere; <code>make build</code> puts the page and the documents in.</p>"
    "</html>\n";

static char *files[FILES_MAX];
static int n_files;

static void assetc_die(const char *what, const char *name)
{
    fprintf(stderr, "assetc: %s: %s\n", name, what);
    exit(1);
}

/* -- Reading ---------------------------------------------------------------------------- */

static int assetc_by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void assetc_walk(const char *folder)
{
    DIR *dir = opendir(folder);
    struct dirent *entry;
    struct stat info;
    char path[PATH_SIZE];

    if (!dir) return;
    while ((entry = readdir(dir))) {
        if (entry->d_name[0] == '.') continue;
        int n = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (n < 0 || n >= PATH_SIZE || stat(path, &info))
            assetc_die("cannot be read", folder);
        if (S_ISDIR(info.st_mode)) {
            assetc_walk(path);
            continue;
        }
        if (n_files == FILES_MAX) assetc_die("too many files", folder);
        files[n_files++] = strdup(path);
    }
    closedir(dir);
}

static unsigned char *assetc_load(const char *path, size_t *n)
{
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = NULL;
    size_t size = 0, got;

    if (!file) assetc_die("cannot be read", path);
    *n = 0;
    do {
        if (*n == size && !(bytes = realloc(bytes, size = size ? 2 * size : 65536)))
            assetc_die("out of memory", path);
        got = fread(bytes + *n, 1, size - *n, file);
        *n += got;
    } while (got);
    fclose(file);
    return bytes;
}

static void assetc_save(const char *path, const unsigned char *bytes, size_t n)
{
    FILE *file = fopen(path, "wb");

    if (!file || fwrite(bytes, 1, n, file) != n || fclose(file))
        assetc_die("cannot be written", path);
}

/* -- Packing ---------------------------------------------------------------------------- */

/* As gzip, without name and date: the same bytes give the same bytes. libdeflate tries harder than zlib:
 * the page becomes 4 % smaller. */
#ifdef ASSETC_DEFLATE
static size_t assetc_pack(const unsigned char *bytes, size_t n, unsigned char **out)
{
    struct libdeflate_compressor *packer = libdeflate_alloc_compressor(12);
    size_t size = packer ? libdeflate_gzip_compress_bound(packer, n) : 0;

    *out = malloc(size);
    if (!packer || !*out) assetc_die("out of memory", "libdeflate");
    size = libdeflate_gzip_compress(packer, bytes, n, *out, size);
    if (!size) assetc_die("cannot be packed", "libdeflate");
    libdeflate_free_compressor(packer);
    return size;
}
#else
static size_t assetc_pack(const unsigned char *bytes, size_t n, unsigned char **out)
{
    z_stream z = {0};
    size_t size = compressBound((uLong)n) + 64;

    *out = malloc(size);
    if (!*out || deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        assetc_die("out of memory", "zlib");
    z.next_in = malloc(n + 1);
    if (!z.next_in) assetc_die("out of memory", "zlib");
    unsigned char *copy = z.next_in;
    memcpy(copy, bytes, n);
    z.avail_in = (uInt)n;
    z.next_out = *out;
    z.avail_out = (uInt)size;
    if (deflate(&z, Z_FINISH) != Z_STREAM_END) assetc_die("cannot be packed", "zlib");
    size = z.total_out;
    deflateEnd(&z);
    free(copy);
    return size;
}
#endif

/* -- What a file is --------------------------------------------------------------------- */

static const char *assetc_type_of(const char *path)
{
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".wasm", "application/wasm"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
        {".txt", "text/plain; charset=utf-8"},
        {".md", "text/plain; charset=utf-8"},
        {".mp3", "audio/mpeg"},
        {".ogg", "audio/ogg"},
    };
    const char *dot = strrchr(path, '.');

    for (size_t i = 0; dot && i < sizeof types / sizeof types[0]; i++)
        if (!strcmp(dot, types[i][0])) return types[i][1];
    return "application/octet-stream";
}

/* "/assets/index-Dvo3YpwP.js": eight characters that change with the content. */
static bool assetc_is_forever(const char *path)
{
    const char *dot = strrchr(path, '.');
    const char *letters =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";

    if (strncmp(path, "/assets/", 8) != 0 || !dot || dot - path < 10) return false;
    return dot[-9] == '-' && strspn(dot - 8, letters) == 8;
}

/* FNV-1a of 64 bits: it only has to differ when the content does. */
static unsigned long long assetc_fingerprint(const unsigned char *bytes, size_t n)
{
    unsigned long long h = 14695981039346656037u;

    for (size_t i = 0; i < n; i++) h = (h ^ bytes[i]) * 1099511628211u;
    return h ^ (unsigned long long)n;
}

/* -- Writing ---------------------------------------------------------------------------- */

static void assetc_embed(FILE *out, int i, const char *path)
{
    fprintf(out,
            "EMBED(asset_%d, \"%s\")\n"
            "extern const unsigned char asset_%d[];\n",
            i, path, i);
}

struct row {
    const char *path;
    unsigned long long etag;
    bool packed;
    size_t n, n_packed; /* n_packed: what travels, packed or not */
};

static struct row assetc_write_one(FILE *out, const char *folder, const char *target,
                                   int i)
{
    char packed[PATH_SIZE];
    unsigned char *gzip;
    size_t n, m;
    unsigned char *bytes = assetc_load(files[i], &n);
    struct row row = {.path = files[i] + strlen(folder),
                      .etag = assetc_fingerprint(bytes, n),
                      .n = n,
                      .n_packed = n};

    m = assetc_pack(bytes, n, &gzip);
    row.packed = m + m / 10 < n;
    if (row.packed) {
        row.n_packed = m;
        snprintf(packed, sizeof packed, "%s/assets-%d.gz", target, i);
        assetc_save(packed, gzip, m);
    }
    assetc_embed(out, i, row.packed ? packed : files[i]);
    free(gzip);
    free(bytes);
    return row;
}

static void assetc_write_all(FILE *out, const char *folder, const char *target,
                             bool is_page)
{
    static struct row rows[FILES_MAX];

    fputs("/* Made by tools/make/assetc. */\n#include \"net/assets.h\"\n#include "
          "\"net/embed.h\"\n\n",
          out);
    for (int i = 0; i < n_files; i++) rows[i] = assetc_write_one(out, folder, target, i);
    fputs("const struct asset assets[] = {\n", out);
    for (int i = 0; i < n_files; i++) {
        fprintf(
            out,
            "    {\"%s\", \"%s\", \"\\\"%016llx\\\"\", %s, %s, asset_%d, %zu, %zu},\n",
            rows[i].path, assetc_type_of(rows[i].path), rows[i].etag,
            assetc_is_forever(rows[i].path) ? "true" : "false",
            rows[i].packed ? "true" : "false", i, rows[i].n_packed, rows[i].n);
    }
    fprintf(out, "};\nconst int assets_count = %d;\nconst bool assets_have_page = %s;\n",
            n_files, is_page ? "true" : "false");
}

/* A page that says what is missing. */
static const char *assetc_stand_in(const char *target)
{
    static char folder[PATH_SIZE], file[PATH_SIZE + 16];

    snprintf(folder, sizeof folder, "%s/no-page", target);
    mkdir(folder, 0777);
    snprintf(file, sizeof file, "%s/index.html", folder);
    assetc_save(file, (const unsigned char *)placeholder, sizeof placeholder - 1);
    return folder;
}

int main(int argc, char **argv)
{
    char name[PATH_SIZE];

    if (argc != 3) assetc_die("usage: assetc FOLDER OUT", "two folders, please");
    const char *folder = argv[1], *target = argv[2];
    assetc_walk(folder);
    bool is_page = n_files > 0;
    if (!is_page) assetc_walk(folder = assetc_stand_in(target));
    qsort(files, (size_t)n_files, sizeof files[0], assetc_by_name);
    snprintf(name, sizeof name, "%s/assets.c", target);
    FILE *out = fopen(name, "w");
    if (!out) assetc_die("cannot be written", name);
    assetc_write_all(out, folder, target, is_page);
    return fclose(out) ? 1 : 0;
}

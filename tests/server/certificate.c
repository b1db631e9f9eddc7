/* certificate.c -- see certificate.h. */
#include "certificate.h"

#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <unistd.h>

#include "test.h"

char certificate_path[100], certificate_key_path[100];

bool certificate_make(const char *name)
{
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *cert = X509_new();
    char alternative[100];

    snprintf(certificate_path, sizeof certificate_path, "/tmp/aude-cert-%d",
             (int)getpid());
    snprintf(certificate_key_path, sizeof certificate_key_path, "/tmp/aude-key-%d",
             (int)getpid());
    snprintf(alternative, sizeof alternative, "DNS:%s,IP:127.0.0.1", name);
    X509_set_version(cert, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(cert), 1);
    X509_gmtime_adj(X509_getm_notBefore(cert), -3600);
    X509_gmtime_adj(X509_getm_notAfter(cert), 3600);
    X509_set_pubkey(cert, key);
    X509_NAME_add_entry_by_txt(X509_get_subject_name(cert), "CN", MBSTRING_ASC,
                               (const unsigned char *)name, -1, -1, 0);
    X509_set_issuer_name(cert, X509_get_subject_name(cert));
    X509_EXTENSION *more =
        X509V3_EXT_conf_nid(NULL, NULL, NID_subject_alt_name, alternative);
    X509_add_ext(cert, more, -1);
    X509_EXTENSION_free(more);
    X509_sign(cert, key, EVP_sha256());
    FILE *one = fopen(certificate_path, "w"), *two = fopen(certificate_key_path, "w");
    bool ok = one && two && PEM_write_X509(one, cert) == 1 &&
              PEM_write_PrivateKey(two, key, NULL, NULL, 0, NULL, NULL) == 1;
    if (one) fclose(one);
    if (two) fclose(two);
    X509_free(cert);
    EVP_PKEY_free(key);
    return CHECK(ok);
}

void certificate_remove(void)
{
    unlink(certificate_path);
    unlink(certificate_key_path);
}
